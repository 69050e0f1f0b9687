"""Static files under names that change with their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = r'(?P<matched>(?P<how>import|from) "(?P<url>\.\.?/[^"]+)")'
MODULES = ("judge.js", "judging/*.js", "adjudicate.js", "quiz.js")
"""Our scripts that import others. Those of packages show imports of theirs in comments."""


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Such names stand in our scripts' imports, too."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((name, ((IMPORT, '%(how)s "%(url)s"'),)) for name in MODULES),
    )
