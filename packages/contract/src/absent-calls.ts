/**
 * Calls of the reference server's clients whose features Posthorn lacks. They return 501 instead of 404, so that a client
 * knows that the URL itself is correct.
 */
export const absentCalls = [
  ...of('POST', '/users', [
    'send_password_reset',
    'reset_password',
    'attach_device',
    'newimage',
    'mfa',
    'update_mfa',
    'claim/email_to_oauth',
    'claim/oauth_to_email',
    'claim/email_to_ldap',
    'claim/ldap_to_email',
  ]),
  ...of('GET', '/users', ['generate_mfa_secret']),
  ...of('POST', '/teams', ['get_invite_info', 'add_user_to_team_from_invite']),
  ...of('POST', '/teams/:team', ['invite_members', 'import_team', 'channels/create_group']),
  ...of('POST', '/teams/:team/channels/:channel', [
    'update_member_roles',
    'posts/:post/pin',
    'posts/:post/unpin',
    'posts/:post/reactions/save',
    'posts/:post/reactions/delete',
  ]),
  ...of('GET', '/teams/:team/channels/:channel', ['pinned', 'posts/:post/reactions']),
  ...of('POST', '/teams/:team/hooks/outgoing', ['create', 'update', 'regen_token', 'delete']),
  ...of('GET', '/teams/:team/hooks/outgoing', ['list']),
  ...of('POST', '/teams/:team/commands', ['execute', 'create', 'update', 'regen_token', 'delete']),
  ...of('GET', '/teams/:team/commands', ['list', 'list_team_commands']),
  ...of('GET', '/public/files', [':file/get', 'get/:team/:channel/:user/:filename']),
  ...of('GET', '/oauth', [':service/login', ':service/signup']),
  ...of('GET', '/admin', [
    'logs',
    'audits',
    'reload_config',
    'invalidate_all_caches',
    'recycle_db_conn',
    'analytics/:id/:name',
    'analytics/:name',
    'compliance_reports',
    'download_compliance_report/:id',
    'get_brand_image',
    'saml_metadata',
    'saml_cert_status',
    'cluster_status',
    'recently_active_users/:team',
  ]),
  ...of('POST', '/admin', [
    'test_email',
    'save_compliance_report',
    'upload_brand_image',
    'reset_mfa',
    'ldap_sync_now',
    'ldap_test',
    'add_certificate',
    'remove_certificate',
  ]),
  ...of('POST', '', ['general/log_client', 'license/add', 'license/remove', 'webrtc/token']),
  ...of('POST', '', ['get_opengraph_metadata', 'emoji/create', 'emoji/delete']),
  ...of('GET', '/emoji', ['list', ':emoji']),
]

export type AbsentCall = { method: 'GET' | 'POST'; path: string }

function of(method: AbsentCall['method'], below: string, paths: string[]): AbsentCall[] {
  return paths.map(path => ({ method, path: `${below}/${path}` }))
}
