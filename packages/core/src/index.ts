export { escapeLabel, escapeMarkdown } from './block-kit/escape-markdown.js'
export { codeBlock, inlineText } from './block-kit/rich-text.js'
export { certificateTrouble } from './certificate-trouble.js'
export { endOfString, parseExactly } from './exact-json.js'
export { type FigureSet, mergeFigures, sumsBelow, waitBucket, waitWithin } from './figures.js'
export { cleanFileName, maxFileNameBytes } from './file-name.js'
export { hashtagsIn } from './hashtags.js'
export { hasHiddenCharacters } from './hidden-characters.js'
export * from './ids.js'
export { ignoredIn } from './ignored.js'
export * from './keys/standing.js'
export * from './keys/states.js'
export * from './limits.js'
export { mentionWords, payloadMentionWords } from './mentions.js'
export * from './outcome.js'
export * from './outcomes.js'
export { type Attachment, type AttachmentField, translateAttachment } from './payload/attachment.js'
export {
  bufferOf,
  type FormParts,
  fieldsOfForm,
  firstOfEach,
  formMistake,
  isForm,
  isMultipart,
  payloadField,
  readMultipart,
  textOf,
} from './payload/form.js'
export { estimatePosts, tooManyPosts } from './payload/limits-check.js'
export { checkNesting, type NestingLimits } from './payload/nesting-guard.js'
export { knownFields, parsePayload } from './payload/parse.js'
export * from './payload/payload.js'
export { readPayload } from './payload/read.js'
export { hasKeys, keptParams, withQueryKeys } from './payload/sender-keys.js'
export { composePosts, type DraftPost } from './posts/compose.js'
export { composeImported, type ImportedReading, type ImportedText } from './posts/imported-posts.js'
export {
  type Appearance,
  appearanceOf,
  type Bounds,
  beyondBounds,
  boundsOf,
  type Unpostable,
} from './posts/props.js'
export { comparableContent, numberWithRoom, withRepeats } from './posts/repeats.js'
export { readUserPost, type UserPostInput } from './posts/user-post.js'
export { parseRate, type Rate, rateText } from './rate.js'
export type { Render } from './render/attachment.js'
export { withLaterEmoji } from './render/emoji.js'
export { escapeHtml, textOfHtml } from './render/escape.js'
export { type MarkdownToken, parseForeignMarkdown } from './render/foreign.js'
export { htmlVersion, renderLine, renderMarkdown } from './render/markdown.js'
export { asCode, codeRanges } from './text/code.js'
export { advance, jsonLength, trimEnd } from './text/code-points.js'
export { includesText } from './text/includes-text.js'
export { inOneLine, markdownLink } from './text/link.js'
export { translate, translateInSteps } from './text/translate.js'
export { naturalTimestamp, readTimestamp, timestampText } from './timestamps.js'
export { cleanText } from './values/clean.js'
export { isRecord, kindOf } from './values/keys.js'
export { ignore, type Notes, type PayloadRefusal } from './values/notes.js'
