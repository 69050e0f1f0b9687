"""From what a study came to, to what is published of it: a catalogue's content, or documents."""
