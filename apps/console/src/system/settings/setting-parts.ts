import { locale } from '../../format/locale.js'
import type { SwitchWords } from '../switches-form.js'

/** A number's label with its unit, and what it means. `inWords` says the value in a larger unit. */
export type NumberWords = { name: string; label: string; about: string; inWords?: (value: number) => string }

/** Settings under one heading: switches, then numbers. */
export type SettingPart = { title: string; about: string; switches?: SwitchWords[]; numbers: NumberWords[] }

const amounts = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
const [secondsPerDay, bytesPerMebibyte] = [86_400, 1024 * 1024]

/** The settings under People, Login and teams. */
export const peopleParts: SettingPart[] = [
  {
    title: 'Logging in',
    about: 'How people identify themselves.',
    switches: [
      {
        name: 'RequireTeamNameAtLogin',
        label: 'Ask for the team at login',
        on: 'People name one of their teams to log in.',
        off: 'A user name or e-mail address and the password are enough.',
      },
    ],
    numbers: [
      {
        name: 'MinimumLength',
        label: 'Shortest password (characters)',
        about: 'Applies to new passwords. Existing ones stay valid.',
      },
    ],
  },
  {
    title: 'Accounts',
    about: 'Who can create them, and what people see of each other.',
    switches: [
      {
        name: 'EnableUserCreation',
        label: 'Allow sign-up',
        on: 'People can sign up if the next setting is on, too.',
        off: 'Only system administrators create accounts.',
      },
      {
        name: 'EnableOpenServer',
        label: 'Allow sign-up without an invitation',
        on: 'If sign-up is allowed, anybody who reaches this server can create an account through the API.',
        off: 'Only system administrators create accounts.',
      },
      {
        name: 'ShowFullName',
        label: 'Show full names',
        on: 'People see each other’s first and last names.',
        off: 'People see only user names and nicknames.',
      },
      {
        name: 'ShowEmailAddress',
        label: 'Show e-mail addresses',
        on: 'People see each other’s e-mail addresses.',
        off: 'Only system administrators see e-mail addresses.',
      },
    ],
    numbers: [],
  },
  {
    title: 'Teams',
    about: 'Who can create them, and how large they can become.',
    switches: [
      {
        name: 'EnableTeamCreation',
        label: 'Everybody can create teams',
        on: 'All users can create teams.',
        off: 'Only system administrators create teams.',
      },
    ],
    numbers: [
      { name: 'MaxTeamsPerUser', label: 'Teams that one user can create', about: 'Existing teams stay.' },
      { name: 'MaxUsersPerTeam', label: 'Members per team', about: 'Existing members stay.' },
      { name: 'MaxChannelsPerTeam', label: 'Channels per team', about: 'Archived channels don’t count.' },
    ],
  },
]

/** The settings under Operations, Storage and payloads. */
export const storageParts: SettingPart[] = [
  {
    title: 'Storage',
    about: 'How long deliveries, audit entries and keys are stored.',
    numbers: [
      {
        name: 'DeliveryDays',
        label: 'Deliveries (days)',
        about: 'Older deliveries are deleted for good, and can’t be replayed.',
      },
      { name: 'AuditDays', label: 'Audit log (days)', about: 'Older entries are deleted for good.' },
      {
        name: 'KeyDays',
        label: 'Thread and update keys (days)',
        about: 'Counted from the last use. After that, a payload with the key makes a new post.',
      },
    ],
  },
  {
    title: 'Owners',
    about: 'What one user can have, with all webhooks and bots.',
    numbers: [
      {
        name: 'MaxHooksPerOwner',
        label: 'Webhooks per user',
        about: 'Includes those of the user’s bots. Existing webhooks stay.',
      },
      { name: 'MaxHooksPerTeam', label: 'Webhooks per team', about: 'Existing webhooks stay.' },
      {
        name: 'OwnerRateFactor',
        label: 'Rate of all webhooks of a user (times that of one)',
        about: 'Above it, calls get 429.',
      },
      {
        name: 'OwnerPayloadMebibytesPerDay',
        label: 'Payloads per user and day (MiB)',
        about: 'Of all webhooks and bots. Above it, calls get 429 until midnight UTC.',
      },
      {
        name: 'OwnerFileMebibytesPerDay',
        label: 'Files per user and day (MiB)',
        about: 'What a user can upload in 24 hours, with all webhooks and bots.',
      },
    ],
  },
  {
    title: 'Payloads',
    about: 'Limits of a payload and of a webhook.',
    numbers: [
      {
        name: 'MaxPostsPerDelivery',
        label: 'Posts per payload',
        about: 'A payload that would become more posts is rejected.',
      },
      {
        name: 'MaxHtmlBytesPerDelivery',
        label: 'HTML per payload (bytes)',
        about: 'The HTML of all posts of one payload.',
        inWords: value => `${amounts.format(value / bytesPerMebibyte)} MiB.`,
      },
      {
        name: 'MaxKeysPerHook',
        label: 'Keys per webhook',
        about: 'Thread and update keys. The least recently used one is deleted first.',
      },
      {
        name: 'PostEditTimeLimit',
        label: 'Time to edit posts (seconds)',
        about: 'How long a webhook can edit or delete its posts by ID. 0 is no limit.',
        inWords: value => (value === 0 ? '' : `${amounts.format(value / secondsPerDay)} days.`),
      },
    ],
  },
]

/** Returns the names of all settings of these parts. */
export function namesIn(parts: SettingPart[]): string[] {
  return parts.flatMap(({ switches = [], numbers }) => [...switches, ...numbers].map(({ name }) => name))
}
