export { escapeLabel, escapeMarkdown } from './block-kit/escape-markdown.js'
export { certificateTrouble } from './certificate-trouble.js'
export { type FigureSet, mergeFigures, sumsBelow } from './figures/figure-set.js'
export { waitBucket, waitWithin } from './figures/waits.js'
export { cleanFileName, maxFileNameBytes } from './file-name.js'
export { hashtagsIn } from './hashtags.js'
export { hasHiddenCharacters } from './hidden-characters.js'
export * from './ids.js'
export { planKeys } from './keys/plan.js'
export * from './keys/states.js'
export * from './limits.js'
export { mentionWords, payloadMentionWords } from './mentions.js'
export { nearestName } from './nearest-name.js'
export * from './outcome.js'
export type { Attachment } from './payload/attachment.js'
export type { AttachmentField } from './payload/field.js'
export {
  bufferOf,
  fieldsOfForm,
  formMistake,
  isForm,
  isMultipart,
  payloadField,
  textOf,
} from './payload/form.js'
export { estimatePosts, jsonLength, tooManyPosts } from './payload/limits-check.js'
export { type FormParts, firstOfEach, readMultipart } from './payload/multipart.js'
export { checkNesting, endOfString, type NestingLimits } from './payload/nesting-guard.js'
export { hasKeys, keptParams, knownFields, parsePayload, withQueryKeys } from './payload/parse.js'
export {
  noKeys,
  noPayload,
  type Payload,
  type PayloadReading,
  type SenderKeys,
  type Target,
  targetOf,
} from './payload/payload.js'
export { readPayload } from './payload/read.js'
export { translateAttachment } from './payload/translate-attachment.js'
export type { Appearance } from './posts/bounds.js'
export { appearanceOf, type Bounds, beyondBounds, boundsOf, type Unpostable } from './posts/bounds.js'
export { composePosts, type DraftPost, ignoredIn } from './posts/compose.js'
export { composeImported, type ImportedReading, type ImportedText } from './posts/imported-posts.js'
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
export { asCode } from './text/as-code.js'
export { codeRanges } from './text/code.js'
export { advance } from './text/code-points.js'
export { inOneLine } from './text/in-one-line.js'
export { includesText } from './text/includes-text.js'
export { markdownLink } from './text/link.js'
export { split } from './text/split.js'
export { translate, translateInSteps } from './text/translate.js'
export { naturalTimestamp, readTimestamp, timestampText } from './timestamps.js'
export { cleanText } from './values/clean.js'
export { isRecord, kindOf } from './values/keys.js'
export type { PayloadRefusal } from './values/notes.js'
export { ignore, type Notes } from './values/notes.js'
