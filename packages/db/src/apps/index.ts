export {
  type App,
  type AppChoices,
  type Bot,
  changeApp,
  createApp,
  findApp,
  findAppOfBot,
  findAppToAuthenticate,
  listApps,
  type NewApp,
  replaceSecret,
  transferApp,
} from './apps.js'
export { type Code, findCode, type NewCode, type NewFamily, redeemCode, saveCode } from './codes.js'
export { consentedScope } from './consents.js'
export { deauthorizeApp, deleteApp } from './stop.js'
export {
  endTokenFamily,
  endTokenFamilyOfCode,
  findTokenFamily,
  issueTokens,
  type NewTokens,
  stemOf,
  type TokenFamily,
} from './token-families.js'
export { type AppUsage, type Authorized, appUsage, authorizedApps } from './usage.js'
