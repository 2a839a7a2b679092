package Shop::Inventory;

use strict;
use warnings;
use constant MAX => 10;
use constant { LOW => 1, HIGH => 2 };

our $VERSION = '1.0';
my %items;

# Adds an item.
sub add {
    my ($self, $name) = @_;
    $items{$name} = 1;
    return $self;
}

sub _private { 1 }

=head1 NAME

Shop - a shop

=cut

our ($LEVEL, @steps);

package Shop::Item {
    has name => (is => 'ro');
    has 'price' => (is => 'rw');
    sub new { bless {}, shift }
}

my $callback = sub { 1 };

1;
