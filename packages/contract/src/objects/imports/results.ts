import { z } from 'zod'

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
