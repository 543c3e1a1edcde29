/** Limits that the OpenAPI document states and the server enforces. Tests compare those that core or Postgres enforce as well. */

/** Posts, channels, users or members in one page of a list. */
export const maxPageSize = 1000

/** Days that posts can be stored, if not forever. */
export const maxPostDays = 36_500

/** Characters of a post's message. */
export const maxMessageLength = 4000

/** Characters of JSON in the props of a hook's post, and in those of a user's post when everything else is at its maximum. */
export const maxPropsLength = 7600

/** JSON can escape each half of a surrogate pair as six bytes. */
const escapedBytes = 12

/** The longest post with all its props in any encoding, including field names. */
export const postBodyBytes = (maxMessageLength + maxPropsLength) * escapedBytes + 4 * 1024

/** Characters of a channel's display name, header and purpose. */
export const maxChannelDisplayNameLength = 64
export const maxChannelHeaderLength = 1024
export const maxChannelPurposeLength = 250

/** Bytes of UTF-8 of a hook's display name and description. */
export const maxHookDisplayNameBytes = 64
export const maxHookDescriptionBytes = 128

/** For how long repeats of a hook's post are counted in it, unless the hook posts every repeat. */
export const collapseWindow = { leastSeconds: 60, mostSeconds: 86_400 } as const

/** A hook is failing if at least this share of its deliveries of the last 24 hours was rejected. */
export const failingShare = 0.1

/** Hooks per page of a list. */
export const hooksPerPage = 100
export const maxHooksPerPage = 200

/** Hooks per page of search results, and characters of a search term. */
export const foundHooksPerPage = 50
export const maxFoundHooksPerPage = 100
export const maxSearchLength = 200

/** Deliveries that a search in all hooks returns, and how far from the given time it looks for an address. */
export const maxFoundDeliveries = 50
export const addressSearchMinutes = 5

/** Channels per page of the console's lists. */
export const channelsPerPage = 50
export const maxChannelsPerPage = 100

/** Channels and users that a prefix search returns. */
export const maxFoundChannels = 100
export const maxFoundUsers = 100

/** Days in which the offer of a hook can be accepted. */
export const hookOfferDays = 7
/** Offers per day from one owner to one user, because each sends a direct message. */
export const maxOffersPerDay = 3

/** Days without calls after which a hook counts as unused. */
export const unusedHookDays = 90
/** Entries of a user's own audit list. */
export const maxUserAudits = 20

/** Posts that a search returns, and characters of a search term. */
export const maxFoundPosts = 100
export const maxPostSearchLength = 512

/** Words and names in a search for posts, including those of phrases, and characters of each. */
export const maxSearchWords = 20
export const maxSearchWordLength = 128

/** Days for which refused calls of a hook are counted. */
export const maxRefusedCallsDays = 31

/** Minutes or hours of figures in one response, which is all that is stored of either. */
export const maxFigurePeriods = 2200

/** Rate-limited callers in one response. */
export const maxLimitedCallers = 100

/** Earlier versions that a post keeps. */
export const maxOldPostVersions = 20

/** Posts listed with their delivery. */
export const maxDeliveredPosts = 50

/** Deliveries counted at most. */
export const maxCountedDeliveries = 10_000

/** Bytes of a payload to preview. Each `previewBytesPerCall` count as one more call. */
export const maxPreviewBytes = 64 * 1024
export const previewBytesPerCall = 2 * 1024

/** Bytes of a request body that contains a payload: a mebibyte of payload, with the escapes that JSON needs for most texts. */
export const maxPayloadBytes = 2 * 1024 * 1024

/** How long an old key stays valid after it is regenerated: one day by default, at most 30. */
export const keyOverlapSeconds = 86_400
export const maxKeyOverlapSeconds = 30 * 86_400

/** Bytes of an uploaded user picture. */
export const maxPictureBytes = 2 * 1024 * 1024

/** Of files. Each of the server's limits in bytes is a variable (docs/configuration.md). */
export const fileLimits = {
  mostPerPost: 10,
  /** Bytes of UTF-8 of a name. Longer ones are cut. */
  nameBytes: 255,
  /** How long a public link works. */
  linkSeconds: 86_400,
  /** How long a file is stored without a post. */
  unpostedSeconds: 86_400,
  /** A larger picture gets no thumbnail, because decoding it needs too much time and memory. */
  picturePixels: 32_000_000,
} as const

/** Files that a call compares with the storage, and for how long another one lists the storage. */
export const fileChecks = { perPage: 500, orphanSeconds: 10 } as const

/** Accounts and teams per page of an administrator's search. */
export const accountsPerPage = 50
export const maxAccountsPerPage = 100
export const teamsPerPage = 50
export const maxTeamsPerPage = 100

/** Teams that a new account joins at once. */
export const maxTeamsAtFirst = 20

/** Of an imported file of users. `rowsPerCall` is low because hashing each password takes tens of milliseconds of CPU. */
export const userImport = {
  maxBytes: 512 * 1024,
  maxRows: 2000,
  rowsPerCall: 25,
  columns: ['username', 'email', 'first_name', 'last_name', 'nickname', 'position', 'locale', 'teams'],
  required: ['username', 'email'],
} as const

/** Of accounts, in characters. Maps are measured as JSON. */
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

/** Least numbers of minutes between two e-mails about mentions; 0 for no e-mails. */
export const mailIntervals = [0, 15, 60, 1440] as const

/** Of push subscriptions. The keys are a P-256 point of 65 bytes and 16 random bytes, in base64url. */
export const pushLimits = {
  endpointChars: 1000,
  p256dhChars: 87,
  authChars: 22,
  /** Browsers of a user. */
  mostPerUser: 10,
} as const

/** Of teams, in characters. */
export const teamLimits = {
  nameChars: 64,
  displayNameChars: 64,
  descriptionChars: 255,
  companyNameChars: 64,
  allowedDomainsChars: 500,
} as const

/** Of apps, in characters. An app's callback addresses share one limit. */
export const appLimits = {
  nameChars: 64,
  descriptionChars: 512,
  iconUrlChars: 512,
  callbackUrlsChars: 1024,
  /** Apps per server. Each has its own bot and appears in the list. */
  mostPerUser: 100,
  homepageChars: 256,
} as const

/** Deliveries on which one call tries a template, bytes of their payloads, and how many of them count as one more call. */
export const trialPageSize = 50
export const maxTrialBytes = 512 * 1024
export const deliveriesPerTrialCall = 10
/** Characters of a text that a trial shows. */
export const shownTrialCharacters = 2000

/** The most bytes of a template's fields together. */
export const maxTemplateLengthBytes = 16 * 1024

/** Audit entries per page, and per exported file. */
export const auditEntriesPerPage = 50
export const maxAuditEntriesPerPage = 200
export const maxExportedAuditEntries = 100_000

/** Exports of personal data per user. */
export const maxExportsPerHour = 10
/** Erasures of webhooks' histories and of single deliveries per user, because each reads large tables. */
export const maxErasuresPerHour = 60
/** Replays of many deliveries that an owner begins. They wait in Redis for their turn. */
export const maxReplaysPerHour = 600
/** The webhooks and apps that are named in a refusal to erase their owner. */
export const maxNamedOwned = 20

/** Of imports. Objects and posts per call share the limit of its body. */
export const importLimits = {
  objectsPerCall: 200,
  bodyBytes: 512 * 1024,
  /** Separators outside of strings in a body, which bound the number of its values. */
  valuesPerBody: 5000,
  sourceChars: 64,
  idChars: 200,
  /** Characters of a message before it is split into posts. */
  messageChars: 100_000,
  /** Posts of one author and millisecond in a channel that keep their order. */
  mostOrder: 32_767,
  /** bcrypt's work is 2 to the power of its cost. */
  leastBcryptCost: 4,
  mostBcryptCost: 12,
} as const
