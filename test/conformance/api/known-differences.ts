/** The requirement behind each intended difference, as quoted, and the cases that differ for it. */
const reasons: { because: string; cases: string[] }[] = [
  {
    because:
      'spec 15, Unknown user and wrong password: "one answer: 401 `api.user.check_user_password.invalid.app_error`, the same body, time and cost"',
    cases: [
      'login_id_spaces',
      'login_by_id_unknown',
      'login_unknown_user',
      'login_unicode',
      'dev_login_unknown',
      'login_deactivated_wrongpw',
    ],
  },
  {
    because:
      'spec 15, Login `name`: "When given, the user must be a live member of that team; checked after the password → 401 `api.user.login.not_in_team.app_error`"',
    cases: ['login_name_wrong_team'],
  },
  {
    because:
      'design, its head: "Where both are silent, build what a user of Slack\'s or Mattermost\'s incoming webhooks would expect": names and addresses are stored in lower case, and people type them as they like',
    cases: ['login_username_upper', 'login_email_upper'],
  },
  {
    because: 'design 10: "cookie sessions need `X-Requested-With` or a CSRF token to write": these read',
    cases: ['me_cookie_no_xrw', 'me_cookie_xrw_lower', 'dev_me_cookie_no_xrw'],
  },
  {
    because:
      'requirements 7: "Every API error returns an appropriate HTTP status code": 405 with `Allow` for a path that is known with another method',
    cases: ['login_put', 'me_post', 'addteam_get', 'hook_create_get'],
  },
  {
    because:
      'spec 15, Who makes hooks: "any member of the team": `EnableOnlyAdminIntegrations` is off at first',
    cases: ['hook_list_plain_user'],
  },
  {
    because:
      'spec 15: "Where a line above says REC, that is what is built"; 5.1: "REC body: `{"user_id": …}`", as in requirements 4.4',
    cases: ['addteam_extra'],
  },
  {
    because:
      'requirements 4: "All web service API paths are under `{base_url}/api/v3/`. All data is sent and received as JSON": no page is shown where somebody looks for the API',
    cases: ['route_get_api'],
  },
  {
    because:
      'requirements 4: "All web service API paths are under `{base_url}/api/v3/`": any other spelling is an unknown path, and after a 301 most clients would send a GET without the body',
    cases: ['route_get_api_v3_users_me_dbl'],
  },
  {
    because:
      "the console's page is for browsers, whose `Accept` has `text/html`. A monitor that asks for a wrong path gets 404",
    cases: ['route_get_nope'],
  },
  {
    because:
      'spec 15: "Where a line above says REC, that is what is built"; 0.2: "REC — target profile: behaviour of v3.10–v4.3 (API v3) as the base": only 4.10.10 was asked, which shows fields of later versions',
    cases: ['me_pat_bearer'],
  },
  {
    because:
      'requirements 4.2: "`POST {base_url}/api/v3/users/login`": only 5.37.0 was asked, which has no API v3',
    cases: ['v5srv_login_v3_path'],
  },
]

/** The ids of the cases that differ on purpose. */
export const knownDifferences: string[] = reasons.flatMap(({ cases }) => cases.map(id => `api3.${id}`))

/**
 * Fields of hooks that 3.10.3 and 4.10.10 do not have. `username` and `icon_url` are from 4.6, `channel_locked` is from 5.0,
 * the others are ours. `url` contains the key, which is shown once. `creator_…` say why a hook posts to public channels only.
 * `offer` is a pending transfer, and `url_made_by` names an administrator who generated the URL.
 */
export const ours = new Set([
  'username',
  'icon_url',
  'channel_locked',
  'format',
  'collapse',
  'signature',
  'allow_from',
  'template_version',
  'confirm',
  'last_used_at',
  'failing_since',
  'creator_deactivated',
  'creator_left_team',
  'disabled_at',
  'offer',
  'url',
  'url_made_by',
])

/** Fields that no response has. Failed logins are counted by login id and address, so they are not a property of the user. */
export const neverReturned = ['failed_attempts']
