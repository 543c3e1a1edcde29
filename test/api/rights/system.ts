import { anybody, type Row, systemAdmins, tell } from './row.js'

const noUpgrade = '400 api.web_socket.connect.upgrade.app_error'

export const systemRows: Row[] = [
  { call: 'GET /general/ping', told: anybody },
  { call: 'GET /general/client_props', told: anybody },
  { call: 'GET /license/client_config', told: anybody },
  { call: 'GET /openapi.json', told: anybody },
  // whose the connection is may be said on it, so that who hears what is not a matter of this call: live.test.ts
  { call: 'GET /users/websocket', told: tell(noUpgrade, noUpgrade, noUpgrade, noUpgrade, noUpgrade) },
  { call: 'GET /admin/config', told: systemAdmins },
  { call: 'GET /admin/figures', told: systemAdmins },
  { call: 'GET /admin/health', told: systemAdmins },
  { call: 'GET /admin/limited', told: systemAdmins },
  { call: 'GET /admin/audit', told: systemAdmins },
  { call: 'GET /admin/audit/export', told: systemAdmins },
  { call: 'GET /admin/settings', told: systemAdmins },
  { call: 'GET /admin/processes', told: systemAdmins },
  { call: 'POST /admin/save_config', ask: () => ({ body: {} }), told: systemAdmins },
]
