export { certificateTrouble } from './certificate-trouble.js'
export { type FigureSet, mergeFigures, sumsBelow } from './figures/figure-set.js'
export { waitBucket, waitWithin } from './figures/waits.js'
export { cleanFileName, maxFileNameBytes } from './file-name.js'
export {
  type AdaptedReading,
  type Format,
  formatFor,
  readAdapted,
  readNativeJson,
  senderOf,
  urlParameters,
} from './formats/adapters/adapt.js'
export type { Adapter, SenderHeaders } from './formats/adapters/adapter.js'
export {
  formHasFiles,
  type StoredForm,
  storedFormJson,
} from './formats/adapters/chats/form-json.js'
export { adapterHeaders, adapterNamed, adapters } from './formats/adapters/index.js'
export { findSlackToken } from './formats/slack-api/find-token.js'
export { isSlackApi, senderTeamOf, slackApiFormat } from './formats/slack-api/format.js'
export { isSlackHookKey, slackHookKey, slackHookParts } from './formats/slack-api/hook-path.js'
export { lightArguments, payloadOfArguments, payloadOfFiles } from './formats/slack-api/message.js'
export { readSlackArguments, type SlackArguments } from './formats/slack-api/read-arguments.js'
export {
  maxTemplateBytes,
  maxTemplateOutputBytes,
  maxTemplateSteps,
  type TemplateFault,
  type TemplateField,
  type TemplateFields,
  templateFields,
} from './formats/template/fields.js'
export { type ParsedTemplate, parseTemplate, type TemplateParsing } from './formats/template/parse.js'
export {
  faultText,
  readTemplated,
  replayFormat,
  type TemplatedReading,
  templateFormat,
  templateFormatName,
  templateVersionOf,
} from './formats/template/read-templated.js'
export { hashtagsIn } from './hashtags.js'
export { hasHiddenCharacters } from './hidden-characters.js'
export * from './ids.js'
export { ignoredIn } from './ignored.js'
export { planKeys } from './keys/plan.js'
export * from './keys/states.js'
export * from './limits.js'
export { mentionWords, payloadMentionWords } from './mentions.js'
export { nearestName } from './nearest-name.js'
export * from './outcome.js'
export type { Attachment } from './payload/attachment.js'
export type { AttachmentField } from './payload/field.js'
export { fieldsOfForm } from './payload/form.js'
export { estimatePosts, tooManyPosts } from './payload/limits-check.js'
export { isMultipart, readMultipart } from './payload/multipart.js'
export { checkNesting, type NestingLimits } from './payload/nesting-guard.js'
export { knownFields, parsePayload } from './payload/parse.js'
export { noKeys, noPayload, type Payload, type PayloadReading, type SenderKeys } from './payload/payload.js'
export { readPayload } from './payload/read.js'
export { hasKeys, withQueryKeys } from './payload/sender-keys.js'
export { appearanceOf, type Bounds, beyondBounds, boundsOf, type Unpostable } from './posts/bounds.js'
export { composePosts, type DraftPost } from './posts/compose.js'
export { composeImported, type ImportedReading, type ImportedText } from './posts/imported-posts.js'
export type { Appearance } from './posts/props.js'
export { comparableContent, numberWithRoom, withRepeats } from './posts/repeats.js'
export {
  type PostSearch,
  readPostSearch,
  type SearchedPart,
  type SearchedTerm,
  searchedParts,
} from './posts/search-terms.js'
export { readUserPost, type UserPostInput, type UserPostReading } from './posts/user-post.js'
export { parseRate, type Rate, rateText } from './rate.js'
export type { Render } from './render/attachment.js'
export { withLaterEmoji } from './render/emoji.js'
export { escapeHtml } from './render/escape.js'
export { htmlVersion, renderLine, renderMarkdown } from './render/markdown.js'
export { textOfHtml } from './render/text-of-html.js'
export {
  defaultSettings,
  isSetting,
  type SettingGroup,
  type SettingName,
  type SettingRule,
  type Settings,
  settingNames,
  settingRules,
} from './settings.js'
export { type Target, targetOf } from './target.js'
export { asCode } from './text/as-code.js'
export { split } from './text/split.js'
export { translate, translateInSteps } from './text/translate.js'
export { naturalTimestamp, readTimestamp, timestampText } from './timestamps.js'
export { kindOf } from './values/keys.js'
export type { PayloadRefusal } from './values/notes.js'
