import { z } from 'zod'
import { fileLimits, importLimits } from '../../limits.js'
import { Id, RepairedText, Text } from '../../parameters.js'

/** What became of an object, in the order of the call. */
export const ImportedObject = z
  .object({
    key: z.string().describe('The ID in the source.'),
    id: z.string().describe('The ID here, or empty if it was skipped.'),
    outcome: z
      .enum(['created', 'known', 'matched', 'skipped'])
      .describe('known: an earlier call created it. matched: an existing object is used as it is.'),
    reason: z.string().describe('Why it was matched or skipped, else empty.'),
  })
  .meta({ id: 'ImportedObject' })
export type ImportedObject = z.infer<typeof ImportedObject>

export const ImportedObjects = z.object({
  teams: z.array(ImportedObject),
  users: z.array(ImportedObject),
  channels: z.array(ImportedObject),
  hooks: z.array(ImportedObject),
  members: z.object({
    created: z.number(),
    missing: z
      .number()
      .describe('Memberships that could not be created: the team is full, or the user is not in the team.'),
  }),
})
export type ImportedObjects = z.infer<typeof ImportedObjects>

export const ImportedPosts = z.object({
  created: z.number().describe('Stored posts, including the further posts of split messages.'),
  known: z.number().describe('Messages that an earlier call stored.'),
  skipped: z.array(z.object({ key: z.string(), reason: z.string() })),
})
export type ImportedPosts = z.infer<typeof ImportedPosts>

export const StartedImport = z.object({
  source: z.string(),
  started_at: z.number().describe('When the import of this source first began.'),
})

/** What of an import's files is missing. */
export const CheckedFiles = z.object({
  missing: z.array(z.string()).describe('The IDs in the source of files to import.'),
  known: z.array(z.string()).describe('Those that are stored. The posts of all others exist without them.'),
  limit_bytes: z.number().describe('The length of the largest file. 0 if this server stores no files.'),
})

export const ImportedFile = z.object({
  id: z.string().describe('The ID here.'),
  is_new: z.boolean().describe('False if it was stored before.'),
})

const { idChars, messageChars, mostOrder, leastBcryptCost, mostBcryptCost } = importLimits

/** The object's ID where it comes from. With the name of the source and its time, it decides the ID here. */
const SourceId = Text.min(1).max(idChars).describe('The ID in the source.')
const Time = z.int().min(0).max(253_402_300_799_999)
const createAt = Time.describe('Milliseconds since 1970, also part of the new ID.')
const deleteAt = Time.default(0).describe('0 while it is in use.')
const Line = RepairedText.max(1024).default('')
const NoId = z.literal('')

export const ImportTeam = z.object({
  id: SourceId,
  create_at: createAt,
  name: Text.max(64),
  display_name: RepairedText.max(64),
  description: RepairedText.max(255).default(''),
  type: z.enum(['O', 'I']).default('O'),
  allow_open_invite: z.boolean().default(false),
})
export type ImportTeam = z.input<typeof ImportTeam>

export const ImportUser = z.object({
  id: SourceId,
  create_at: createAt,
  delete_at: deleteAt,
  username: Text.max(64),
  email: Text.max(128),
  nickname: Line,
  first_name: Line,
  last_name: Line,
  position: Line,
  locale: Text.max(5).default('en'),
  password_digest: Text.max(60)
    .default('')
    .describe(
      `A bcrypt digest of cost ${leastBcryptCost} to ${mostBcryptCost}. Empty if the user has no password, and cannot ` +
        'log in until an administrator resets it.',
    ),
})
export type ImportUser = z.input<typeof ImportUser>

export const ImportChannel = z.object({
  id: SourceId,
  create_at: createAt,
  delete_at: deleteAt,
  team_id: Id.or(NoId).default(''),
  type: z.enum(['O', 'P', 'D']).describe('O: public. P: private. D: direct, with two members and no team.'),
  name: Text.max(64).default(''),
  display_name: RepairedText.max(64).default(''),
  header: Line,
  purpose: Line,
  creator_id: Id.or(NoId).default(''),
  member_ids: z.array(Id).max(2).default([]).describe('The two members of a direct channel.'),
})
export type ImportChannel = z.input<typeof ImportChannel>

export const ImportMember = z.object({
  team_id: Id.or(NoId).default(''),
  channel_id: Id.or(NoId).default('').describe('Empty for a membership of the team.'),
  user_id: Id,
  is_admin: z.boolean().default(false),
})
export type ImportMember = z.input<typeof ImportMember>

export const ImportHook = z.object({
  id: SourceId,
  create_at: createAt,
  channel_id: Id,
  user_id: Id.describe('The creator, with whose permissions the hook posts.'),
  display_name: RepairedText.default(''),
  description: RepairedText.default(''),
  channel_locked: z.boolean().default(false),
  key: Text.max(200).default('').describe('The key: 26 characters of a-z and 0-9.'),
  key_sha256: Text.max(64).default('').describe('In place of the key: its SHA-256 in hexadecimal digits.'),
  path: Text.max(200)
    .default('')
    .describe('The path services/T…/B…/… of a webhook of Slack, where the hook accepts calls as well.'),
  path_sha256: Text.max(64).default('').describe('In place of the path: its SHA-256 in hexadecimal digits.'),
})
export type ImportHook = z.input<typeof ImportHook>

/** The post that a thread begins with: what decides its ID. */
export const ImportRoot = z.object({ id: SourceId, create_at: createAt, order: z.int().default(0) })

const order = z.int().min(0).max(mostOrder).default(0)

/** A file of a post, which has the time of the post. */
export const ImportFile = z.object({
  id: SourceId,
  create_at: createAt,
  post_id: SourceId.describe('The ID of its post in the source.'),
  order: order.describe('That of its post.'),
})
export type ImportFile = z.input<typeof ImportFile>

export const ImportPost = z.object({
  id: SourceId,
  create_at: createAt,
  order: order.describe('The place among posts of the same millisecond.'),
  channel_id: Id,
  user_id: Id.or(NoId).default('').describe('Empty for Posthorn itself. Then props name the author.'),
  root: ImportRoot.nullable().default(null),
  message: RepairedText.max(messageChars)
    .default('')
    .describe('Split into posts like the text of a payload.'),
  format: z
    .enum(['markdown', 'slack'])
    .default('markdown')
    .describe('slack: the message is mrkdwn, and `blocks` may be Block Kit.'),
  blocks: z.array(z.unknown()).max(100).default([]),
  attachments: z.array(z.unknown()).max(100).default([]),
  props: z.record(Text, z.unknown()).default({}),
  file_ids: z
    .array(SourceId)
    .max(fileLimits.mostPerPost)
    .default([])
    .describe(
      'The IDs in the source of files that were imported with the time of the post. Others are left out.',
    ),
})
export type ImportPost = z.input<typeof ImportPost>
