import type { TeamObject } from '@posthorn/contract'
import type { Team } from '@posthorn/db'

/** Without `whole`, the e-mail address and the allowed domains are blank: they are for administrators. */
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
