import { type calls, type OutputOf, teamLimits } from '@posthorn/contract'
import { hasHiddenCharacters } from '@posthorn/core'
import { isEmail } from '../users/validate-user.js'

/** Returns the fields, empty if they are absent. Teams are open by default. */
export function teamFieldsOf(given: OutputOf<(typeof calls.createTeam)['body']>) {
  return {
    name: given.name.toLowerCase(),
    displayName: given.display_name,
    description: given.description ?? '',
    email: given.email?.toLowerCase().trim() ?? '',
    type: given.type || 'O',
    companyName: given.company_name ?? '',
    allowedDomains: given.allowed_domains ?? '',
    allowOpenInvite: given.allow_open_invite ?? false,
  }
}

/** Prefixes of the reference server's addresses and, with `/admin`, of the console's screens. */
const reserved = /^(signup|login|admin|channel|post|api|oauth)/

/** The console has no screens at these addresses, so it could not show a team of that name. */
const reservedAddresses = new Set(['assets', 'hooks', 'livez', 'metrics', 'readyz'])

/** Begins and ends with a letter or digit. */
const fitting = new RegExp(`^[a-z0-9][a-z0-9-]{0,${teamLimits.nameChars - 2}}[a-z0-9]$`)
const length = (text: string) => [...text].length

type TeamFields = ReturnType<typeof teamFieldsOf>

/** Returns the first mistake in a team's fields. */
export function validateTeam(fields: TeamFields) {
  return mistakeInWords(fields) ?? mistakeInName(fields) ?? mistakeInTerms(fields)
}

/** Returns the same for a team whose name stays and whose display name was `before`. */
export function validateTeamChanges(fields: Omit<TeamFields, 'name'>, before: string) {
  return mistakeInWords(fields, before) ?? mistakeInTerms(fields)
}

const { displayNameChars, descriptionChars, companyNameChars, allowedDomainsChars } = teamLimits

function mistakeInWords({ email, displayName, description }: Omit<TeamFields, 'name'>, before?: string) {
  if (email !== '' && !isEmail(email)) return 'bad_team_email'
  if (displayName.trim() === '' || length(displayName) > displayNameChars) return 'bad_team_display_name'
  if (displayName !== before && hasHiddenCharacters(displayName)) return 'bad_team_display_name'
  return length(description) > descriptionChars ? 'bad_team_description' : undefined
}

function mistakeInName({ name }: TeamFields) {
  if (reserved.test(name) || reservedAddresses.has(name)) return 'reserved_team_name'
  return fitting.test(name) ? undefined : 'bad_team_name'
}

function mistakeInTerms({ type, companyName, allowedDomains }: Omit<TeamFields, 'name'>) {
  if (type !== 'O' && type !== 'I') return 'bad_team_type'
  if (length(companyName) > companyNameChars) return 'bad_team_company'
  return length(allowedDomains) > allowedDomainsChars ? 'bad_team_domains' : undefined
}
