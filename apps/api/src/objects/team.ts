import type { Team } from '@posthorn/db'
import { z } from 'zod'

/** Spec 5.2. */
export const TeamObject = z.object({
  id: z.string(),
  create_at: z.number(),
  update_at: z.number(),
  delete_at: z.number(),
  display_name: z.string(),
  name: z.string(),
  description: z.string(),
  email: z.string(),
  type: z.string(),
  company_name: z.string(),
  allowed_domains: z.string(),
  invite_id: z.string(),
  allow_open_invite: z.boolean(),
})
export type TeamObject = z.infer<typeof TeamObject>

/** With `whole` false, the e-mail address and the allowed domains are blank: they are the administrators' business. */
export function teamObject(team: Team, whole: boolean): TeamObject {
  return {
    id: team.id,
    create_at: team.createAt,
    update_at: team.updateAt,
    delete_at: team.deleteAt,
    display_name: team.displayName,
    name: team.name,
    description: team.description,
    email: whole ? team.email : '',
    type: team.type,
    company_name: team.companyName,
    allowed_domains: whole ? team.allowedDomains : '',
    invite_id: team.inviteId,
    allow_open_invite: team.allowOpenInvite,
  }
}
