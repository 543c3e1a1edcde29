export {
  type App,
  type AppChoices,
  changeApp,
  createApp,
  deauthorizeApp,
  deleteApp,
  findApp,
  findAppOfBot,
  findAppToAuthenticate,
  listApps,
  replaceSecret,
  transferApp,
} from './apps.js'
export { consentedScope, findCode, redeemCode, saveCode } from './grants.js'
export {
  endTokenFamily,
  endTokenFamilyOfCode,
  findTokenFamily,
  issueTokens,
  stemOf,
} from './token-families.js'
export { type AppUsage, type Authorized, appUsage, authorizedApps } from './usage.js'
