# SPDX-License-Identifier: Apache-2.0

# A relying party with Mojolicious::Plugin::OAuth2 and Mojo::JWT; test_relying_parties.py says what it reads and writes.
use Mojo::Base -strict;
use Mojo::JSON qw(encode_json);
use Mojo::Util qw(sha1_sum);
use Mojolicious;

$| = 1;
my ($issuer, $client_id, $secret, $redirect_uri, $scope) = @ARGV;
my $app = Mojolicious->new;
$app->plugin(
    OAuth2 => {
        providers => {
            peer => {
                key => $client_id, secret => $secret, scope => $scope,
                well_known_url => "$issuer/.well-known/openid-configuration",
            }
        }
    }
);
my $peer = $app->build_controller->oauth2->providers->{peer};
die "the provider calls itself $peer->{issuer}" if $peer->{issuer} ne $issuer;
my ($state, $nonce) = map { sha1_sum(rand . $_ . $$) } 1, 2;

sub answered {
    my $answer = eval { shift->() } // {error => "$@"};
    say encode_json($answer);
}

sub judged {
    my ($token, $audience) = @_;
    my $claims = $app->build_controller->oauth2->jwt_decode(peer => data => $token);
    die "iss did not match\n" if $claims->{iss} ne $issuer;
    die "aud did not match\n" if $claims->{aud} ne $audience;
    return $claims;
}

sub awaited {
    my ($promise, $value, $error) = @_;
    $promise->then(sub { $value = shift }, sub { $error = shift })->wait;
    die "$error\n" if defined $error;
    return $value;
}

sub sign_in {
    my $c = $app->build_controller;
    $c->req->url->parse(shift);
    die "state did not match\n" if ($c->param('state') // '') ne $state;
    my $token  = awaited($c->oauth2->get_token_p(peer => {redirect_uri => $redirect_uri, redirect => 0}));
    my $claims = judged($token->{id_token}, $client_id);
    die "nonce did not match\n" if $claims->{nonce} ne $nonce;
    my $headers = {Authorization => "Bearer $token->{access_token}"};
    my $person  = $app->ua->get($peer->{userinfo_url}, $headers)->result->json;
    my $fresh   = awaited(
        $app->build_controller->oauth2->get_refresh_token_p(peer => {refresh_token => $token->{refresh_token}}));
    return {
        claims    => $claims, userinfo => $person->{sub}, id_token => $token->{id_token},
        refreshed => $fresh->{access_token} ne $token->{access_token} ? \1 : \0,
    };
}

my $url = $app->build_controller->oauth2->auth_url(
    peer => {
        state => $state, redirect_uri => $redirect_uri, authorize_query => {response_type => 'code', nonce => $nonce},
    }
);
say encode_json({url => $url->to_string});
chomp(my $redirect = <STDIN>);
answered(sub { sign_in($redirect) });
while (my $line = <STDIN>) {
    my ($audience, $token) = split ' ', $line;
    answered(sub { judged($token, $audience) });
}
