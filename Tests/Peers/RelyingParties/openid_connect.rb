# SPDX-License-Identifier: Apache-2.0

# A relying party with the gem openid_connect; test_relying_parties.py says what it reads and writes.
require "openid_connect"
require "securerandom"

def write(answer)
  puts answer.to_json
  $stdout.flush
end

# What the block gives, or why it was refused.
def answered
  yield
rescue OpenIDConnect::Exception, OpenIDConnect::ResponseObject::IdToken::InvalidToken, JSON::JWT::Exception,
       JSON::JWK::Set::KidNotFound, Rack::OAuth2::Client::Error => error
  { error: "#{error.class}: #{error.message}" }
end

issuer, client_id, secret, redirect_uri, scope = ARGV
provider = OpenIDConnect::Discovery::Provider::Config.discover!(issuer)
client = OpenIDConnect::Client.new(
  identifier: client_id, secret: secret, redirect_uri: redirect_uri,
  authorization_endpoint: provider.authorization_endpoint, token_endpoint: provider.token_endpoint,
  userinfo_endpoint: provider.userinfo_endpoint
)
state, nonce = SecureRandom.hex, SecureRandom.hex

judge = lambda do |token, audience, nonce|
  judged = OpenIDConnect::ResponseObject::IdToken.decode(token, provider.jwks)
  judged.verify!(issuer: issuer, audience: audience, nonce: nonce)
  judged.raw_attributes
end

write(url: client.authorization_uri(scope: scope.split, state: state, nonce: nonce))
answer = URI.decode_www_form(URI($stdin.gets.strip).query).to_h
write(
  answered do
    raise OpenIDConnect::Exception, "state did not match" unless answer["state"] == state

    client.authorization_code = answer["code"]
    token = client.access_token!
    claims = judge.call(token.id_token, client_id, nonce)
    userinfo = token.userinfo!
    client.refresh_token = token.refresh_token
    {
      claims: claims, userinfo: userinfo.sub, id_token: token.id_token,
      refreshed: client.access_token!.access_token != token.access_token
    }
  end
)
while (line = $stdin.gets)
  audience, token = line.split
  nonce_of_token = JSON::JWT.decode(token, :skip_verification)["nonce"]
  write(answered { judge.call(token, audience, nonce_of_token) })
end
