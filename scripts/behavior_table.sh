#!/bin/sh
# Plays the games of which assets/behavior.txt is counted, and counts them. The same program gives the same table.
#
#   scripts/behavior_table.sh FOLDER
#
# FOLDER takes the records (some 80 MB, not for the repository) and the table, behavior.txt. A stopped run goes on where it
# was. FLAGFALL names another program than target/release/flagfall, JOBS the number of games played at once.
set -eu
cd "$(dirname "$0")/.."
folder=${1:?usage: scripts/behavior_table.sh FOLDER}
flagfall=${FLAGFALL:-target/release/flagfall}
jobs=${JOBS:-1}
mkdir -p "$folder"
set --

# play FIRST SECOND GAMES SEED: plays a match, adds its file to the arguments of the count and its command to the notes.
notes=$folder/notes.txt
: > "$notes"
list=$folder/list.txt
: > "$list"
play() {
    file=$folder/$(echo "$1-$2" | tr -c 'a-z0-9\n' '-').jsonl
    "$flagfall" match "$1" "$2" --games "$3" --seed "$4" --max-plies 2000 \
        --jobs "$jobs" --save "$file" --resume > /dev/null
    echo "flagfall match $1 $2 --games $3 --seed $4 --max-plies 2000" >> "$notes"
    echo "$file" >> "$list"
}

play heuristic heuristic 9500 801
play heuristic invincible 4000 802
play invincible invincible 600 803
play vicki heuristic 4000 804
play vicki invincible 400 805
play blind heuristic 500 806
play blind invincible 200 807
play monte-carlo:playouts=200 heuristic 1000 808
play flagfall invincible 100 809
play flagfall heuristic 100 810

set -- --note "Counted by scripts/behavior_table.sh from games of our own bots, played by:"
while read -r line; do set -- "$@" --note "$line"; done < "$notes"
while read -r file; do set -- "$@" "$file"; done < "$list"
"$flagfall" model count "$@" --out "$folder/behavior.txt"
