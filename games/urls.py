from django.urls import path

from games.views import home, play

app_name = "games"
urlpatterns = [
    path("", home.home, name="home"),
    path("styleguide/", home.styleguide, name="styleguide"),
    path("plays/", home.start, name="start"),
    path("plays/delete/", home.delete, name="delete"),
    path("plays/<uuid:token>/", play.play, name="play"),
    path("plays/<uuid:token>/board/", play.board, name="board"),
    path("plays/<uuid:token>/ask/", play.ask, name="ask"),
    path("plays/<uuid:token>/mark/", play.mark, name="mark"),
    path("plays/<uuid:token>/guess/", play.guess, name="guess"),
    path("plays/<uuid:token>/turns/<int:number>/<int:attempt>/doubt/", play.doubt, name="doubt"),
]
