#!/bin/sh
# A bot in POSIX shell. Run it as: sh bot.sh SEED
seed=${1:-1}
number=0 # of the decision that is asked for: the ID of `go`
cr=$(printf '\r')
set -- # from here on $1, $2, … are what `legal` has listed so far

while IFS= read -r line; do
    line=${line%"$cr"}
    rest=${line#* }
    case $line in
    ready*)
        echo 'hello 1 "Example in shell"'
        ;;
    'go '*)
        number=${rest%% *}
        set --
        echo legal
        ;;
    'legal '*)
        set -- "$@" "$rest"
        ;;
    ok*)
        if [ $# -gt 0 ]; then # the list is complete
            h=$(((seed * 7919 + number * 104729) % 1000003))
            h=$(((h * h + number) % 1000003))
            shift $((h % $#))
            echo "answer $number $1"
            set --
        fi
        ;;
    bye)
        exit 0
        ;;
    esac
done
