/** Lists the calls of the reference server's 3.10 Go client below /api/v3, with Posthorn's parameter names. */
export const callsOf310 = `
GET /admin/analytics/{id}/{name} GET /admin/analytics/{name} GET /admin/audits GET /admin/cluster_status
GET /admin/compliance_reports GET /admin/config GET /admin/download_compliance_report/{id}
GET /admin/get_brand_image GET /admin/invalidate_all_caches GET /admin/logs GET /admin/recently_active_users/{team}
GET /admin/recycle_db_conn GET /admin/reload_config GET /admin/saml_cert_status GET /admin/saml_metadata
GET /emoji/list GET /emoji/{emoji} GET /files/{file}/get GET /files/{file}/get_info GET /files/{file}/get_preview
GET /files/{file}/get_public_link GET /files/{file}/get_thumbnail GET /general/client_props GET /general/ping
GET /license/client_config GET /oauth/allow GET /oauth/app/{client} GET /oauth/authorized GET /oauth/list
GET /oauth/{service}/login GET /oauth/{service}/signup GET /preferences GET /preferences/{category}
GET /preferences/{category}/{name} GET /public/files/{file}/get GET /teams/all GET /teams/all_team_listings
GET /teams/members GET /teams/name/{name} GET /teams/unread GET /teams/{team}/channels
GET /teams/{team}/channels/autocomplete GET /teams/{team}/channels/counts GET /teams/{team}/channels/members
GET /teams/{team}/channels/more/{offset}/{limit} GET /teams/{team}/channels/name/{name}
GET /teams/{team}/channels/{channel} GET /teams/{team}/channels/{channel}/members/{user}
GET /teams/{team}/channels/{channel}/pinned GET /teams/{team}/channels/{channel}/posts/page/{offset}/{limit}
GET /teams/{team}/channels/{channel}/posts/since/{time}
GET /teams/{team}/channels/{channel}/posts/{post}/after/{offset}/{limit}
GET /teams/{team}/channels/{channel}/posts/{post}/before/{offset}/{limit}
GET /teams/{team}/channels/{channel}/posts/{post}/get
GET /teams/{team}/channels/{channel}/posts/{post}/get_file_infos
GET /teams/{team}/channels/{channel}/posts/{post}/reactions GET /teams/{team}/channels/{channel}/stats
GET /teams/{team}/channels/{channel}/users/autocomplete
GET /teams/{team}/channels/{channel}/users/not_in_channel/{offset}/{limit}
GET /teams/{team}/channels/{channel}/users/{offset}/{limit} GET /teams/{team}/commands/list
GET /teams/{team}/commands/list_team_commands GET /teams/{team}/hooks/incoming/list
GET /teams/{team}/hooks/outgoing/list GET /teams/{team}/me GET /teams/{team}/members/{offset}/{limit}
GET /teams/{team}/members/{user} GET /teams/{team}/pltmp/{post} GET /teams/{team}/posts/flagged/{offset}/{limit}
GET /teams/{team}/posts/{post} GET /teams/{team}/stats GET /teams/{team}/users/autocomplete
GET /teams/{team}/users/{offset}/{limit} GET /users/autocomplete GET /users/email/{email}
GET /users/generate_mfa_secret GET /users/initial_load GET /users/me GET /users/name/{username} GET /users/status
GET /users/websocket GET /users/{offset}/{limit} GET /users/{user}/audits GET /users/{user}/get
GET /users/{user}/image GET /users/{user}/sessions
POST /admin/add_certificate POST /admin/ldap_sync_now POST /admin/ldap_test POST /admin/remove_certificate
POST /admin/reset_mfa POST /admin/reset_password POST /admin/save_compliance_report POST /admin/save_config
POST /admin/test_email POST /admin/upload_brand_image POST /emoji/create POST /emoji/delete
POST /general/log_client POST /get_opengraph_metadata POST /license/add POST /license/remove
POST /oauth/delete POST /oauth/register POST /oauth/{client}/deauthorize POST /oauth/{client}/regen_secret
POST /preferences/delete POST /preferences/save POST /teams/add_user_to_team_from_invite POST /teams/create
POST /teams/find_team_by_name POST /teams/get_invite_info POST /teams/{team}/add_user_to_team
POST /teams/{team}/channels/create POST /teams/{team}/channels/create_direct POST /teams/{team}/channels/create_group
POST /teams/{team}/channels/more/search POST /teams/{team}/channels/name/{name}/join
POST /teams/{team}/channels/update POST /teams/{team}/channels/update_header
POST /teams/{team}/channels/update_notify_props POST /teams/{team}/channels/update_purpose
POST /teams/{team}/channels/view POST /teams/{team}/channels/{channel}/add
POST /teams/{team}/channels/{channel}/delete POST /teams/{team}/channels/{channel}/join
POST /teams/{team}/channels/{channel}/leave POST /teams/{team}/channels/{channel}/members/ids
POST /teams/{team}/channels/{channel}/posts/create POST /teams/{team}/channels/{channel}/posts/update
POST /teams/{team}/channels/{channel}/posts/{post}/delete POST /teams/{team}/channels/{channel}/posts/{post}/pin
POST /teams/{team}/channels/{channel}/posts/{post}/reactions/delete
POST /teams/{team}/channels/{channel}/posts/{post}/reactions/save
POST /teams/{team}/channels/{channel}/posts/{post}/unpin POST /teams/{team}/channels/{channel}/remove
POST /teams/{team}/channels/{channel}/update_member_roles POST /teams/{team}/commands/create
POST /teams/{team}/commands/delete POST /teams/{team}/commands/execute POST /teams/{team}/commands/regen_token
POST /teams/{team}/commands/update POST /teams/{team}/files/upload POST /teams/{team}/hooks/incoming/create
POST /teams/{team}/hooks/incoming/delete POST /teams/{team}/hooks/incoming/update
POST /teams/{team}/hooks/outgoing/create POST /teams/{team}/hooks/outgoing/delete
POST /teams/{team}/hooks/outgoing/regen_token POST /teams/{team}/hooks/outgoing/update
POST /teams/{team}/import_team POST /teams/{team}/invite_members POST /teams/{team}/members/ids
POST /teams/{team}/posts/search POST /teams/{team}/remove_user_from_team POST /teams/{team}/update
POST /teams/{team}/update_member_roles POST /users/attach_device POST /users/claim/email_to_ldap
POST /users/claim/email_to_oauth POST /users/claim/ldap_to_email POST /users/claim/oauth_to_email
POST /users/create POST /users/ids POST /users/login POST /users/logout
POST /users/mfa POST /users/newimage POST /users/newpassword POST /users/reset_password
POST /users/revoke_session POST /users/search POST /users/send_password_reset POST /users/status/ids
POST /users/update POST /users/update_active POST /users/update_mfa POST /users/update_notify
POST /users/{user}/update_roles POST /webrtc/token
`
  .trim()
  .split(/\s(?=GET|POST)/)
