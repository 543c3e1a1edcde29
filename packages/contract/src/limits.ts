/** Limits that the document tells and the server holds. What core or Postgres holds too, a test compares. */

/** Posts, channels, users or members in one page of a list. */
export const maxPageSize = 1000

/** Characters of a post's message. */
export const maxMessageLength = 4000

/** Characters of JSON that a hook's props have, and what people's have at most when all else of a post is at its longest. */
export const maxPropsLength = 7600

/** JSON writes each half of a character beyond the basic plane as six bytes, when its writer escapes all it can. */
const escapedBytes = 12

/** The longest post with all its props, however it is written, and the names of its fields. */
export const postBodyBytes = (maxMessageLength + maxPropsLength) * escapedBytes + 4 * 1024

/** Characters of what a channel is called, of its header, and of what it says it is for. */
export const maxChannelDisplayNameLength = 64
export const maxChannelHeaderLength = 1024
export const maxChannelPurposeLength = 250

/** Bytes of UTF-8 of what a hook is called and what is said about it. */
export const maxHookDisplayNameBytes = 64
export const maxHookDescriptionBytes = 128

/** Hooks in a page of their list. */
export const hooksPerPage = 100
export const maxHooksPerPage = 200

/** Hooks in a page of what a search finds, and characters of what is searched for. */
export const foundHooksPerPage = 50
export const maxFoundHooksPerPage = 100
export const maxSearchLength = 200

/** Channels, and users, that are found by the beginning of a name. */
export const maxFoundChannels = 100
export const maxFoundUsers = 100

/** Days for which the offer of a hook can be accepted. */
export const hookOfferDays = 7

/** Days after which a hook that nobody called counts as unused. */
export const unusedHookDays = 90
/** Of what a user changed, so many of the newest are told. */
export const maxUserAudits = 20

/** Posts that a search finds, and characters of what is searched for. */
export const maxFoundPosts = 100
export const maxPostSearchLength = 512

/** Words and names in a search for posts, those of phrases too, and characters of each. */
export const maxSearchWords = 20
export const maxSearchWordLength = 128

/** Days of which it is known how many calls of a hook were refused. */
export const maxRefusedCallsDays = 31

/** Minutes or hours of figures in one answer: all that is kept of either. */
export const maxFigurePeriods = 2200

/** Callers that were over a rate limit, in one answer. */
export const maxLimitedCallers = 100

/** Posts that are told with their delivery. */
export const maxDeliveredPosts = 50

/** Deliveries that are counted at most. */
export const maxCountedDeliveries = 10_000

/** Bytes of a payload that is previewed. A payload counts as one more call for each `previewBytesPerCall`. */
export const maxPreviewBytes = 64 * 1024
export const previewBytesPerCall = 2 * 1024

/** Bytes of a call's body that brings a payload to be sent: a mebibyte of it, as JSON escapes most texts. */
export const maxPayloadBytes = 2 * 1024 * 1024

/** How long an old key is good after a new one was made: a day, unless the caller says; at most thirty. */
export const keyOverlapSeconds = 86_400
export const maxKeyOverlapSeconds = 30 * 86_400

/** Bytes of the file that a user sends as a picture. */
export const maxPictureBytes = 2 * 1024 * 1024

/** Accounts, and teams, in a page of what an administrator searches for. */
export const accountsPerPage = 50
export const maxAccountsPerPage = 100
export const teamsPerPage = 50
export const maxTeamsPerPage = 100

/** Teams that a new account is in from the beginning. */
export const maxTeamsAtFirst = 20

/** Of a file of users; `rowsPerCall`: each has a password to be hashed, some tens of milliseconds of a core. */
export const userImport = {
  maxBytes: 512 * 1024,
  maxRows: 2000,
  rowsPerCall: 25,
  columns: ['username', 'email', 'first_name', 'last_name', 'nickname', 'position', 'locale', 'teams'],
  required: ['username', 'email'],
} as const

/** Of accounts, in characters. Maps are counted as JSON. */
export const userLimits = {
  usernameChars: 64,
  emailChars: 128,
  nameChars: 64,
  leastPasswordChars: 5,
  passwordChars: 64,
  mapChars: 4000,
} as const

/** Of preferences. */
export const preferenceLimits = {
  categoryChars: 32,
  nameChars: 32,
  valueChars: 2000,
  mostPerUser: 1000,
} as const

/** Of teams, in characters. */
export const teamLimits = {
  nameChars: 64,
  displayNameChars: 64,
  descriptionChars: 255,
  companyNameChars: 64,
  allowedDomainsChars: 500,
} as const

/** Of apps, in characters. All callback addresses of an app share theirs. */
export const appLimits = {
  nameChars: 64,
  descriptionChars: 512,
  iconUrlChars: 512,
  callbackUrlsChars: 1024,
  /** Each has a bot of its own, and is in the list. */
  mostPerUser: 100,
  homepageChars: 256,
} as const

/** Audit entries in a page of their list, and in a file of them. */
export const auditEntriesPerPage = 50
export const maxAuditEntriesPerPage = 200
export const maxExportedAuditEntries = 100_000
