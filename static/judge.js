// The judging page, a module a behaviour. What holds a press back comes before what sends it.
import "./judging/reasons.js";
import "./judging/settling.js";
import "./judging/keys.js";
import "./judging/guidelines.js";
import "./judging/focus.js";
import "./judging/ranking.js";
import "./judging/clock.js";
import "./judging/drafts.js";
import "./judging/sending.js";
