# A bot in Perl. Run it as: perl bot.pl SEED
use strict;
use warnings;

$| = 1;                      # flush every line
my $seed = $ARGV[0] // 1;
my $number = 0;              # of the decision that is asked for: the ID of `go`
my @actions;                 # what `legal` has listed so far

while (my $line = <STDIN>) {
    $line =~ s/\r?\n\z//;
    my ($word, $rest) = split / /, $line, 2;
    next unless defined $word;
    if ($word eq 'ready') {
        print qq(hello 1 "Example in Perl"\n);
    } elsif ($word eq 'go') {
        ($number) = split / /, $rest;
        @actions = ();
        print "legal\n";
    } elsif ($word eq 'legal') {
        push @actions, $rest;
    } elsif ($word eq 'ok' && @actions) {    # the list is complete
        my $h = ($seed * 7919 + $number * 104729) % 1000003;
        $h = ($h * $h + $number) % 1000003;
        print "answer $number $actions[$h % @actions]\n";
        @actions = ();
    } elsif ($word eq 'bye') {
        last;
    }
}
