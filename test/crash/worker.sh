#!/bin/sh
# The agent of the crash tests: worker.sh SCRATCH WAY. A shell starts faster than anything else, and there are many calls.
scratch=$1
way=$2
task=$RALPH_TASK_ID
cat > /dev/null

answer() {
  printf '{"type":"result","text":"Worked on %s.\\n\\n---RALPH_STATUS---\\nSTATUS: %s\\nTASKS_COMPLETED_THIS_LOOP: 0\\nFILES_MODIFIED: 1\\nTESTS_STATUS: NOT_RUN\\nWORK_TYPE: IMPLEMENTATION\\nEXIT_SIGNAL: %s\\nRECOMMENDATION: %s\\n---END_RALPH_STATUS---"}\n' "$task" "$1" "${exit_signal:-false}" "$2"
}

# What a crew answers: a work report, a verdict, grades.
crew() {
  printf '{"type":"result","text":"%s"}\n' "$(printf '%s' "$1" | sed 's/"/\\"/g')"
  exit 0
}

case "$way:$RALPH_ROLE" in
  crew-rejects:reviewer)
    [ "$task" = M1-1 ] && crew '{"verdict": "REJECT", "summary": "no", "issues": [{"file": "src/'"$task"'.js", "line": 1, "severity": "high", "description": "wrong since '"$(date +%N)"'"}]}'
    crew '{"verdict": "APPROVE", "summary": "read it"}'
    ;;
  crew*:reviewer)
    echo "// looked at" >> "src/$task.js"
    if [ "$way" = crew ] && [ ! -e "$scratch/rejected" ]; then
      touch "$scratch/rejected"
      crew '{"verdict": "REJECT", "summary": "no", "issues": [{"file": "src/'"$task"'.js", "line": 1, "description": "wrong"}]}'
    fi
    crew '{"verdict": "APPROVE", "summary": "read it"}'
    ;;
  crew*:judge)
    crew '{"ac_coverage_score": 5, "code_quality_score": 4, "test_quality_score": 4}'
    ;;
  crew*:implementer | crew*:fixer)
    mkdir -p src
    rm -f broken
    echo "export const name = '$task by $RALPH_ROLE';" > "src/$task.js"
    crew '{"status": "PASS", "approach": "the least"}'
    ;;
esac

if [ "$way" = audits ]; then
  crew 'Found.\n\n```json\n{"findings": [{"priority": "P1", "title": "say more", "body": "", "file": "README.md", "line": 1}]}\n```\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nTASKS_COMPLETED_THIS_LOOP: 1\nFILES_MODIFIED: 0\nTESTS_STATUS: NOT_RUN\nWORK_TYPE: AUDIT\nEXIT_SIGNAL: false\nRECOMMENDATION: Next: the next audit\n---END_RALPH_STATUS---'
fi

case "$RALPH_ROLE" in
  reviewer | validator)
    # Nobody asked for this.
    echo "// looked at" >> "src/$task.js"
    printf '{"type":"result","text":"{\"verdict\": \"PASS\", \"reason\": \"looked at it\"}"}\n'
    exit 0
    ;;
  coordinator)
    [ -e "src/$task.js" ] || echo "looked at" >> README.md
    crew '{"covered": true, "missing": [], "schema_version": 1, "task_id": "'"$task"'", "task_summary": "add it", "risk_level": "LOW", "affected_modules": ["src"], "acceptance_criteria": [], "qa_required": true, "delegate_to": "implementer", "coordinator_confidence": 0.9}'
    ;;
  simplifier)
    rm -f "src/$task.js"
    echo "export {};" > src/ABC-1.js
    printf '{"type":"result","text":"Took out what nobody needs."}\n'
    exit 0
    ;;
esac

printf '%s %s\n' "$$" "$task" >> "$scratch/workers"
mkdir -p src
case "$way:$task" in
  is-distrusted:*) exit_signal=true ;;
  parks:ABC-1 | parks-twice:ABC-[12])
    echo "begun" > "src/$task.js"
    answer BLOCKED "Blocked: needs a key from outside"
    exit 0
    ;;
  waits:*)
    if [ ! -e "$scratch/limited" ]; then
      touch "$scratch/limited"
      printf '{"type":"limit","message":"usage limit reached","resetsAt":"%s"}\n' "$(date -u -d '+1 second' +%Y-%m-%dT%H:%M:%S.%3NZ)"
      printf '{"type":"error","class":"usage_limit","message":"usage limit reached"}\n'
      exit 1
    fi
    ;;
  hands-over:*)
    printf '{"type":"limit","message":"usage limit reached","resetsAt":"%s"}\n' "$(date -u -d '+1 hour' +%Y-%m-%dT%H:%M:%S.%3NZ)"
    printf '{"type":"error","class":"usage_limit","message":"usage limit reached"}\n'
    exit 1
    ;;
  increments:* | stays-red:0001-01)
    echo "export const name = '$task';" > "src/$task.js"
    answer COMPLETE "Next: the next increment"
    exit 0
    ;;
  stays-red:*)
    echo "red" > broken
    answer COMPLETE "Next: the next increment"
    exit 0
    ;;
  repairs:*)
    rm -f broken
    answer IN_PROGRESS "Next: run the gate"
    exit 0
    ;;
esac
echo "export const name = '$task';" > "src/$task.js"
sed -i "s/^- \[ \] \*\*$task\*\*/- [x] **$task**/" .ralph/fix_plan.md
if [ "$way" != withdraws ]; then
  git add --all
  git commit --quiet --message "feat: add $task"
fi
answer COMPLETE "Next: the next open task"
