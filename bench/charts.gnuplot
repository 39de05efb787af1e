# The charts of script/bench's results: data names the files that report.sql wrote, out the folder for the charts.
# Readable on light and on dark pages: a background of its own, and colours that differ in brightness too.

set terminal svg size 720,360 font "sans-serif,13" background "#f7f7f7"
set border 3 lc rgb "#444444"
set tics nomirror textcolor rgb "#222222"
set grid ytics lc rgb "#cccccc"
set style fill solid
set bmargin 4
set xtics noenhanced	# an underscore is one
set key textcolor rgb "#222222"
set datafile separator "\t"
title = system("cat ".data.".title")
set label 1 title at graph 1, screen 0.04 right font ",10" textcolor rgb "#666666" noenhanced

set style line 1 lc rgb "#0b5fa5" lw 2 pt 7
set style line 2 lc rgb "#e08214" lw 2 pt 5
set style line 3 lc rgb "#7f7f7f" lw 2 pt 9

set output out."/generation.svg"
set title "Generating an id: nanoseconds, less is better"
set boxwidth 0.6
set yrange [0:*]
set offsets 0, 0, graph 0.08, 0	# room for the numbers
plot data.".generate" using 0:2:(stringcolumn(1) eq "wiji" ? 0x0b5fa5 : 0x9ecae1):xtic(1) with boxes lc rgb variable notitle, \
     "" using 0:2:(sprintf("%.0f", $2)) with labels offset 0,0.7 notitle

set output out."/text.svg"
set title "Text conversion by cast: nanoseconds, less is better"
set style data histograms
set style histogram clustered gap 1.5
plot data.".text" using 2:xtic(1) ls 1 title "id to text", "" using 3 ls 2 title "text to id"

set output out."/index-size.svg"
set title "Primary key index after single-row inserts of 8 clients: bytes a row, less is better; a bigint is smaller"
plot data.".size" using 0:2:(stringcolumn(1) eq "wiji" ? 0x0b5fa5 : 0x9ecae1):xtic(1) with boxes lc rgb variable notitle, \
     "" using 0:2:(sprintf("%.1f", $2)) with labels offset 0,0.7 notitle

set output out."/growth.svg"
set title "INSERT into a table of so many rows: nanoseconds a row, less is better"
set logscale x
set xtics enhanced
set format x "10^{%L}"
set key top left
plot data.".growth" using 1:2 with linespoints ls 1 title "wiji", "" using 1:3 with linespoints ls 2 title "uuidv4", \
     "" using 1:4 with linespoints ls 3 title "bigint"
