/** The requirement behind each intended difference, as quoted, and the cases that differ for it. */
const reasons: { because: string; cases: string[] }[] = [
  {
    because:
      'spec 15, OAuth token endpoint: "RFC 6749 shapes (`error`, `error_description`) so that ordinary OAuth clients work": its statuses and errors, `Bearer`, and the scope that was given',
    cases: [
      'token_missing_grant',
      'token_grant_password',
      'token_grant_code',
      'token_grant_empty',
      'token_missing_code',
      'token_bad_code',
      'token_missing_client',
      'token_unknown_client',
      'token_missing_secret',
      'token_missing_redirect',
      'token_wrong_redirect',
      'token_json_body',
      'token_ok',
      'refresh_missing_token',
      'refresh_unknown',
      'refresh_bad_secret',
      'refresh_ok',
      'refresh_after_deauthorize',
      'clean_refresh',
    ],
  },
  {
    because: 'spec 15: "client authentication by form or Basic": a Basic header that names nobody is 401',
    cases: ['token_basic_auth'],
  },
  {
    because: 'spec 15: "`client_credentials` for an app\'s own bot account"',
    cases: ['token_grant_client_credentials'],
  },
  {
    because:
      'spec 15: "single-use codes of 60 s, refresh rotation": each code has tokens of its own, and those of another code are not returned again',
    cases: ['token_second_grant', 'clean_code_again_same_user'],
  },
  {
    because:
      'cases/README: "Neither is right everywhere: both … accept another client\'s OAuth code", and refresh token',
    cases: ['clean_code_of_other_client', 'clean_refresh_other_clients_token_new'],
  },
  {
    because:
      'RFC 6749, 4.1.2.1: if a request names a valid app and address, its other errors are reported to the app; `response_type` of anything but `code` is `unsupported_response_type`',
    cases: ['page_bad_response_type', 'allow_v3_no_response_type'],
  },
  {
    because:
      'RFC 6749, 4.1.2: `state` comes back if it was there; and apps write longer ones than 128 characters',
    cases: ['allow_v3_no_state', 'allow_v3_state_long'],
  },
  {
    because:
      'the log-in is shown at the address itself: there is no address to return to that somebody else could write',
    cases: ['page_not_logged_in', 'page_after_authorized_not_logged'],
  },
  {
    because:
      'RFC 8252, 8.6: the identity of a native app cannot be proven, so users consent each time; these redirect to `localhost`',
    cases: ['page_after_authorized', 'page_trusted'],
  },
  {
    because:
      'design 10: "SHA-256 digests for keys, tokens and codes": a secret is shown when it was just made',
    cases: ['v3_list'],
  },
  {
    because:
      'requirements 4: "All web service API paths are under `{base_url}/api/v3/`": no page is shown where an app looks for its token',
    cases: ['token_get'],
  },
  {
    because: 'the same: only 5.37.0 was asked, and the call is `POST /api/v3/oauth/{client}/deauthorize`',
    cases: ['v4_deauthorize_missing', 'v4_deauthorize_unknown', 'v4_deauthorize', 'v4_deauthorize_again'],
  },
]

/** The ids of the cases that differ on purpose. */
export const knownDifferences: string[] = reasons.flatMap(({ cases }) => cases.map(id => `oauth.${id}`))

/** Fields of apps that the reference does not have. */
export const ours = new Set([
  'is_public',
  'bot_user_id',
  'bot_username',
  'creator',
  'live_tokens',
  'users',
  'last_used_at',
  'scopes',
  'authorized_at',
])
