export {
  type App,
  type AppChoices,
  type Bot,
  changeApp,
  createApp,
  deauthorizeApp,
  deleteApp,
  findApp,
  findAppOfBot,
  findAppToAuthenticate,
  listApps,
  type NewApp,
  replaceSecret,
  transferApp,
} from './apps.js'
export {
  type Code,
  consentedScope,
  findCode,
  type NewCode,
  type NewFamily,
  redeemCode,
  saveCode,
} from './grants.js'
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
