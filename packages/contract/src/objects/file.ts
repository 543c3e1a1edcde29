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
