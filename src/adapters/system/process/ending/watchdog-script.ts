/**
 * The program of the watchdog, for any POSIX shell. It reads `run RUN` once (its own command line must not look like a
 * marked process) and maybe `note FILE`, then `watch GROUP` and `leave GROUP`, until its input ends. After `done` it leaves; without
 * it the harness was killed, and it ends the groups still watched, their descendants, and whatever carries RALPH_RUN_ID=RUN:
 * terminate, a short wait, kill. Once nothing of them is left it makes FILE. On Linux a process is known by pid and start time,
 * and one that begins after it woke up belongs to a later harness.
 */
export const watchdogScript = `
trap '' HUP INT TERM QUIT PIPE
run=
note=
groups=' '
while read -r word group; do
  case $word in
    run) run=$group ;;
    note) note=$group ;;
    watch) groups="$groups$group " ;;
    leave) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
    done) exit 0 ;;
  esac
done

processes() {
  if [ -r /proc/self/stat ]; then
    cat /proc/[0-9]*/stat 2>/dev/null | awk '{ pid = $1; if (sub(/^.*\\) /, "") && $1 !~ /[ZX]/) print pid, $2, $3, $20 }'
  else
    ps -A -o pid= -o ppid= -o pgid= -o stat= | awk '$4 !~ /Z/ { print $1, $2, $3, 0 }'
  fi
}
marked() {
  if ! [ -r /proc/self/environ ]; then
    ps -A -E -ww -o pid= -o command= | awk -v run="$run" 'index($0 " ", " RALPH_RUN_ID=" run " ") { print $1 }'
  elif [ -n "$greps" ]; then
    grep -lszxF -e "RALPH_RUN_ID=$run" /proc/[0-9]*/environ | tr -dc '0-9\\n'
  else
    for file in /proc/[0-9]*/environ; do
      { tr '\\0' '\\n' <"$file" | grep -qxF -e "RALPH_RUN_ID=$run"; } 2>/dev/null && echo "$file" | tr -dc '0-9\\n'
    done
  fi
}
ours() {
  { marked; processes; } | awk -v groups="$groups" -v known="$known" -v last="$last" '
    BEGIN {
      n = split(groups, list, " "); for (i = 1; i <= n; i++) root[list[i]]
      n = split(known, list, " "); for (i = 1; i <= n; i++) seen[list[i]]
    }
    NF == 1 { mark[$1]; next }
    {
      parent[$1] = $2; token[$1] = $1 ":" $4
      if ($1 in root || $3 in root || ($4 > 0 && token[$1] in seen) || ($1 in mark && $4 <= last)) mine[$1]
    }
    END {
      do {
        more = 0
        for (pid in parent) if (!(pid in mine) && parent[pid] in mine) { mine[pid]; more = 1 }
      } while (more)
      for (pid in mine) if (pid in token) print token[pid]
    }'
}

[ -n "$run" ] || exit 0
greps=$(printf 'a\\0b\\0' | grep -czxF b 2>/dev/null)
last=$(cat /proc/self/stat 2>/dev/null | awk '{ sub(/^.*\\) /, ""); print $20 }')
last=\${last:-0}
known=
signal=TERM
pause=0.4
round=0
while [ "$round" -lt 30 ]; do
  known=$(ours)
  if [ -z "$known" ]; then
    [ -z "$note" ] || : >"$note"
    exit 0
  fi
  for token in $known; do
    kill -s "$signal" "\${token%%:*}" 2>/dev/null
  done
  sleep "$pause"
  signal=KILL
  pause=0.1
  round=$((round + 1))
done
`;
