import { anybody, byRole, type Row, systemAdmins } from './row.js'

const noUpgrade = '400 api.web_socket.connect.upgrade.app_error'

export const systemRows: Row[] = [
  { call: 'GET /general/ping', answers: anybody },
  { call: 'GET /general/client_props', answers: anybody },
  { call: 'GET /license/client_config', answers: anybody },
  { call: 'GET /openapi.json', answers: anybody },
  // clients can authenticate on the open connection, so live.test.ts checks who receives which events
  { call: 'GET /users/websocket', answers: byRole(noUpgrade, noUpgrade, noUpgrade, noUpgrade, noUpgrade) },
  { call: 'GET /admin/config', answers: systemAdmins },
  { call: 'GET /admin/figures', answers: systemAdmins },
  { call: 'GET /admin/health', answers: systemAdmins },
  { call: 'GET /admin/limited', answers: systemAdmins },
  { call: 'GET /admin/retention', answers: systemAdmins },
  { call: 'GET /admin/audit', answers: systemAdmins },
  { call: 'GET /admin/audit/export', answers: systemAdmins },
  { call: 'GET /admin/settings', answers: systemAdmins },
  { call: 'GET /admin/processes', answers: systemAdmins },
  { call: 'POST /admin/save_config', scope: 'none', ask: () => ({ body: {} }), answers: systemAdmins },
]
