export { type Api, type ApiOptions, openApi } from './api.js'
export { builtConsole } from './console.js'
export { makeFirstRun, ShownOnce } from './first-run.js'
export { hashPassword } from './passwords.js'
