export { type Api, type ApiOptions, openApi } from './api.js'
export { builtConsole } from './console.js'
export { hashPassword } from './passwords.js'
