export { type Api, type ApiOptions, openApi } from './api.js'
export { makeFirstRun, ShownOnce } from './first-run.js'
export { builtConsole } from './http/console.js'
export { hashPassword } from './passwords/passwords.js'
