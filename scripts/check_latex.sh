#!/bin/sh
# Compiles every table and figure of an output folder with pdflatex and fails
# on any error or warning about them.
#
#     scripts/check_latex.sh OUTPUT_FOLDER
#
# Needs pdflatex with booktabs (Debian: texlive-latex-base and
# texlive-latex-recommended). Writes only to a scratch folder.
set -eu

if [ $# -ne 1 ] || [ ! -d "$1" ]; then
    echo "usage: $0 OUTPUT_FOLDER" >&2
    exit 2
fi
command -v pdflatex >/dev/null || { echo "pdflatex is not installed" >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Copies under plain names: TeX stumbles over spaces and special characters.
tables=0
figures=0
find "$1" -type f -name '*.tex' ! -name 'numbers.tex' | sort > "$scratch/tex.list"
find "$1" -type f -name '*.pdf' | sort > "$scratch/pdf.list"
numbers=$(find "$1" -type f -name 'numbers.tex' | sort | head -n 1)

{
    cat <<'TEX'
\documentclass[twocolumn]{article}
\usepackage{booktabs}
\usepackage{graphicx}
\setlength{\textwidth}{497bp}
\setlength{\columnsep}{17bp}
\setlength{\oddsidemargin}{-14pt}
\setlength{\topmargin}{-40pt}
\setlength{\textheight}{680pt}
TEX
    if [ -n "$numbers" ]; then
        cp "$numbers" "$scratch/numbers.tex"
        printf '%s\n' '\input{numbers}'
    fi
    printf '%s\n' '\begin{document}'
    while IFS= read -r file; do
        tables=$((tables + 1))
        cp "$file" "$scratch/table-$tables.tex"
        printf '\\typeout{== %s}\n\\input{table-%d}\n\\clearpage\n' "$(basename "$file")" "$tables"
    done < "$scratch/tex.list"
    while IFS= read -r file; do
        figures=$((figures + 1))
        cp "$file" "$scratch/figure-$figures.pdf"
        printf '\\typeout{== %s}\n\\begin{figure*}[p]\\centering\\includegraphics{figure-%d}\\end{figure*}\n\\clearpage\n' \
            "$(basename "$file")" "$figures"
    done < "$scratch/pdf.list"
    if [ -n "$numbers" ]; then
        sed -n 's/^\\RecountSet{\([^}]*\)}.*/\1/p' "$scratch/numbers.tex" | head -n 2000 |
            while IFS= read -r key; do
                printf '\\RecountNumber{%s} \\RecountPercent{%s}\\par\n' "$key" "$key"
            done
    fi
    printf '%s\n' 'Checked.'
    printf '%s\n' '\end{document}'
} > "$scratch/check.tex"

cd "$scratch"
for _ in 1 2; do
    if ! pdflatex -no-shell-escape -interaction=nonstopmode -halt-on-error check.tex > run.log 2>&1; then
        echo "pdflatex fails:" >&2
        grep -n -A 8 '^!' check.log >&2 || tail -n 40 run.log >&2
        exit 1
    fi
done
if sed '/^== /,$!d' check.log | grep -E -B 6 'Warning|^Overfull|recount: no number' > faults.log; then
    echo "pdflatex warns:" >&2
    cat faults.log >&2
    exit 1
fi
echo "$(wc -l < tex.list) tables and $(wc -l < pdf.list) figures compile without warnings"
