import type { Refusal } from '@posthorn/server'
import { z } from 'zod'
import { Text } from '../json.js'
import { isEmail } from '../user-rules.js'

/** Of a team object, what its maker chooses (spec 5.2). */
export const TeamFields = z.object({
  name: Text.nullish(),
  display_name: Text.nullish(),
  description: Text.nullish(),
  email: Text.nullish(),
  type: Text.nullish(),
  company_name: Text.nullish(),
  allowed_domains: Text.nullish(),
  allow_open_invite: z.boolean().nullish(),
})

/** The fields with their empty values where they are absent. A team that says nothing of its type is open. */
export function teamFieldsOf(given: z.infer<typeof TeamFields>) {
  return {
    name: given.name?.toLowerCase() ?? '',
    displayName: given.display_name ?? '',
    description: given.description ?? '',
    email: given.email?.toLowerCase().trim() ?? '',
    type: given.type || 'O',
    companyName: given.company_name ?? '',
    allowedDomains: given.allowed_domains ?? '',
    allowOpenInvite: given.allow_open_invite ?? false,
  }
}

/** Addresses of the reference server begin so. */
const reserved = /^(signup|login|admin|channel|post|api|oauth)/

const longest = { displayName: 64, description: 255, companyName: 64, allowedDomains: 500 }

const length = (text: string) => [...text].length

/** What is wrong with a team's fields: the first mistake. */
export function teamMistakeIn(fields: ReturnType<typeof teamFieldsOf>): Refusal | undefined {
  const { name, displayName, description, email, type, companyName, allowedDomains } = fields
  if (email !== '' && !isEmail(email)) return 'bad_team_email'
  if (displayName.trim() === '' || length(displayName) > longest.displayName) return 'bad_team_display_name'
  if (length(description) > longest.description) return 'bad_team_description'
  if (reserved.test(name)) return 'reserved_team_name'
  if (!/^[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$/.test(name)) return 'bad_team_name'
  if (type !== 'O' && type !== 'I') return 'bad_team_type'
  if (length(companyName) > longest.companyName) return 'bad_team_company'
  return length(allowedDomains) > longest.allowedDomains ? 'bad_team_domains' : undefined
}
