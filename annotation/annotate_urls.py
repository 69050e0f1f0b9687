"""The addresses of annotators: their home, their account, what they judge."""

from django.urls import path

from annotation.views import annotators, joining, judging, own_judgements

app_name = "annotate"
urlpatterns = [
    path("", annotators.home, name="home"),
    path("sign-in/", annotators.sign_in, name="sign_in"),
    path("sign-out/", annotators.sign_out, name="sign_out"),
    path("account/", annotators.account, name="account"),
    path("withdrawn/", annotators.withdrawn, name="withdrawn"),
    path("reset/<uidb64>/<token>/", annotators.reset, name="reset"),
    path("join/<str:token>/", joining.join, name="join"),
    path("<slug:slug>/<int:version>/", annotators.study, name="study"),
    path("<slug:slug>/<int:version>/agree/", annotators.agree, name="agree"),
    path("<slug:slug>/<int:version>/guidelines/", annotators.guidelines, name="guidelines"),
    path("<slug:slug>/<int:version>/next/", judging.next_unit, name="next"),
    path("<slug:slug>/<int:version>/judge/", judging.judge, name="judge"),
    path("<slug:slug>/<int:version>/units/", own_judgements.mine, name="mine"),
    path("<slug:slug>/<int:version>/units/<int:unit_id>/", judging.unit, name="unit"),
    path("<slug:slug>/<int:version>/back/", judging.back, name="back"),
    path("<slug:slug>/<int:version>/withdraw/", annotators.withdraw, name="withdraw"),
]
