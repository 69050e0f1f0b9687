#!/usr/bin/env bash
# vLLM on a GPU in at most 8 minutes: 64 games in a worker's own process, 64 at a server, one worker
# each; prints both throughputs and whether both were given the same prompt tokens.
#     PYTHON=.venv-gpu/bin/python tests/live/gpu.sh [MODEL_FOLDER]
# PYTHON is of an environment as requirements/gpu.txt describes it. GAMES, PORT and VLLM_ARGS may be set.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ -z "${WITHIN_TIME:-}" ]; then
    WITHIN_TIME=1 exec timeout --kill-after=15 "${LIMIT_SECONDS:-480}" "$0" "$@"
fi

PYTHON=${PYTHON:-.venv-gpu/bin/python}
MODEL=$(realpath "${1:-var/models/smollm2-135m}")
NAME=$(basename "$MODEL") GAMES=${GAMES:-64} PORT=${PORT:-8124}
ADDRESS="http://127.0.0.1:$PORT/v1"
[ -f "$MODEL/config.json" ] || { echo "$MODEL holds no model: run make models, or name a folder."; exit 1; }

# A lab of its own, whatever the environment names.
unset DATABASE_URL CELERY_BROKER_URL
WORK=$(mktemp -d)
export VAR_DIR="$WORK" VLLM_PYTHON="$PYTHON" VLLM_MODEL="$NAME"
export HF_HUB_OFFLINE=1 VLLM_NO_USAGE_STATS=1 DO_NOT_TRACK=1
STARTED=()

finish() {
    for process in ${STARTED[@]+"${STARTED[@]}"}; do
        kill "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
    STARTED=()
}

leave() {
    local status=$?
    finish
    if [ "$status" -eq 0 ]; then rm -rf "$WORK"; else echo "The logs stay in $WORK."; fi
}
trap leave EXIT

spec() {
    cat >"$WORK/$1.toml" <<TOML
[run]
title = "GPU, $1"
player = "$1"
concurrency = 64
[model]
$2
[games]
catalogue = "open-1"
limit = $GAMES
[protocol]
constrained = true
TOML
}

# play SPEC POOL...: one worker plays the run of the spec to its end.
play() {
    local spec=$1
    shift
    "$PYTHON" -m celery -A config worker --queues models --loglevel warning "$@" >"$WORK/$spec.log" 2>&1 &
    STARTED+=($!)
    "$PYTHON" manage.py run_evaluation "$WORK/$spec.toml" --wait || { tail -n 40 "$WORK/$spec.log"; return 1; }
}

serve() {
    # shellcheck disable=SC2086 # several arguments in one variable
    "$PYTHON" -m vllm.entrypoints.openai.api_server --model "$MODEL" --served-model-name "$NAME" \
        --host 127.0.0.1 --port "$PORT" --max-model-len 8192 ${VLLM_ARGS:-} >"$WORK/server.log" 2>&1 &
    STARTED+=($!)
    until curl --silent --fail --output /dev/null "http://127.0.0.1:$PORT/health"; do
        kill -0 "${STARTED[-1]}" 2>/dev/null || { tail -n 40 "$WORK/server.log"; return 1; }
        sleep 1
    done
}

command -v nvidia-smi >/dev/null && nvidia-smi -L || echo "No GPU is seen."
"$PYTHON" manage.py migrate --verbosity 0
"$PYTHON" manage.py import_catalogue games/catalogue/open-1

spec in_process "backend = \"vllm\"
folder = \"$MODEL\""
play in_process --pool solo
finish

spec server "address = \"$ADDRESS\"
name = \"$NAME\"
profile = \"vllm\""
serve
play server --pool threads --concurrency 2
"$PYTHON" -m tests.live.gpu_figures server "$ADDRESS" >"$WORK/server.hashes"
finish
"$PYTHON" -m tests.live.gpu_figures in-process "$MODEL" >"$WORK/in_process.hashes"

"$PYTHON" -m tests.live.gpu_figures throughput
if cmp "$WORK/server.hashes" "$WORK/in_process.hashes"; then
    echo "Prompt token hashes are equal: $(tr '\n' ' ' <"$WORK/server.hashes")"
else
    echo "Prompt token hashes differ:"
    diff "$WORK/server.hashes" "$WORK/in_process.hashes"
fi
