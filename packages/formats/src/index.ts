export {
  type AdaptedReading,
  type Format,
  formatFor,
  readAdapted,
  readNativeJson,
  readTemplateJson,
  senderOf,
  urlParameters,
} from './adapters/adapt.js'
export type { Adapter, SenderHeaders } from './adapters/adapter.js'
export {
  comparedFormJson,
  formHasFiles,
  type StoredForm,
  storedFormJson,
} from './adapters/chats/form-json.js'
export {
  discordError,
  discordMessageOf,
  discordWebhook,
  sentDiscordMessage,
} from './adapters/discord/messages.js'
export { googleMessage } from './adapters/googlechat/googlechat.js'
export { adapterNamed, adapters } from './adapters/index.js'
export { formatPart, type MistypedPath, mistypedPaths } from './hook-paths.js'
export { type JudgedCall, judge, type ReadCall, senderHeadersIn, type UnreadCall } from './judge.js'
export { nearestName } from './nearest-name.js'
export { type OwnPost, toOwnPost } from './own-post.js'
export { findSlackToken } from './slack-api/find-token.js'
export {
  isSlackApi,
  isSlackHookKey,
  lightArguments,
  payloadOfArguments,
  payloadOfFiles,
  senderTeamOf,
  slackApiFormat,
  slackHookKey,
  slackHookParts,
} from './slack-api/message.js'
export { readSlackArguments, type SlackArguments } from './slack-api/read-arguments.js'
export {
  maxTemplateBytes,
  maxTemplateOutputBytes,
  maxTemplateSteps,
  type TemplateFault,
  type TemplateField,
  type TemplateFields,
  templateFields,
} from './template/fields.js'
export { absenceJudge, type LackedField } from './template/lacked-fields.js'
export { type ParsedTemplate, parseTemplate, type TemplateParsing } from './template/parse.js'
export {
  faultText,
  readTemplated,
  replayFormat,
  type TemplatedReading,
  templateFormat,
  templateFormatName,
  templateVersionOf,
} from './template/read-templated.js'
