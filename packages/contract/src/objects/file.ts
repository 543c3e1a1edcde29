import { z } from 'zod'

/** What a post shows of a file. */
export const PostFileObject = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string().describe('The media type, found in the content.'),
    size: z.number().describe('In bytes.'),
    width: z.number().optional().describe('In pixels. Only pictures with a thumbnail have it.'),
    height: z.number().optional().describe('In pixels. Only pictures with a thumbnail have it.'),
  })
  .meta({ id: 'PostFile' })
export type PostFileObject = z.infer<typeof PostFileObject>

/** A file, as clients of the reference read it. */
export const FileObject = z
  .object({
    id: z.string(),
    user_id: z.string().describe('The user who uploaded it.'),
    post_id: z.string().describe('Empty until a post has it.'),
    create_at: z.number(),
    update_at: z.number(),
    delete_at: z.literal(0),
    name: z.string(),
    extension: z.string().describe('The end of the name, in lower case.'),
    size: z.number().describe('In bytes.'),
    mime_type: z.string().describe('The media type, found in the content.'),
    has_preview_image: z.boolean().describe('Whether it is a picture with a thumbnail.'),
    width: z
      .number()
      .optional()
      .describe('In pixels. Only pictures with a thumbnail have it. Only in Posthorn.'),
    height: z
      .number()
      .optional()
      .describe('In pixels. Only pictures with a thumbnail have it. Only in Posthorn.'),
  })
  .meta({ id: 'FileInfo' })
export type FileObject = z.infer<typeof FileObject>

export const UploadedFiles = z
  .object({
    file_infos: z.array(FileObject),
    client_ids: z.array(z.string()).describe('The `client_ids` of the request, unchanged.'),
  })
  .meta({ id: 'UploadedFiles' })
export type UploadedFiles = z.infer<typeof UploadedFiles>

export const MissingFiles = z
  .object({
    total: z.number().describe('All files that were not deleted.'),
    checked: z.number().describe('How many of them this page checked.'),
    missing: z
      .array(
        FileObject.pick({ id: true, user_id: true, post_id: true, create_at: true, name: true, size: true }),
      )
      .describe('Those without bytes.'),
    next: z.string().describe('What to send as `after` for the next page. Empty on the last one.'),
  })
  .meta({ id: 'MissingFiles' })

export const OrphanFiles = z
  .object({
    listed: z.number().describe('How many files of the storage were looked at.'),
    orphans: z.number().describe('Those of them that nothing refers to.'),
    complete: z.boolean().describe('Whether all were looked at in time.'),
  })
  .meta({ id: 'OrphanFiles' })
