import { maxPostsPerDelivery } from './ids.js'
import { parseRate } from './rate.js'

const mebibyte = 1024 * 1024

/** What the console shows together (docs/behaviour.md, settings). */
export type SettingGroup =
  | 'ServiceSettings'
  | 'TeamSettings'
  | 'PrivacySettings'
  | 'PasswordSettings'
  | 'DataRetentionSettings'
  | 'RateLimitSettings'

/** A setting's group, what it does, its value where nobody chose one, which values it may have, and how a person is told so. */
export type SettingRule<Value = unknown> = {
  group: SettingGroup
  about: string
  first: Value
  fits: (value: unknown) => boolean
  wants: string
}

/**
 * What administrators decide (docs/behaviour.md, settings). Names and groups are the reference server's. Nothing of it
 * means the same as RequireTeamNameAtLogin, ConfirmNewHooks, MaxPostsPerDelivery, MaxHtmlBytesPerDelivery,
 * MaxTeamsPerUser, DeliveryDays, AuditDays, HookRate and ApiRate.
 */
export const settingRules = {
  EnableIncomingWebhooks: yesOrNo('ServiceSettings', true, 'Whether incoming webhooks are answered at all.'),
  EnableOnlyAdminIntegrations: yesOrNo(
    'ServiceSettings',
    false,
    'Whether only administrators manage webhooks and register applications.',
  ),
  EnableOAuthServiceProvider: yesOrNo(
    'ServiceSettings',
    false,
    'Whether applications can be registered, and act for those who let them.',
  ),
  EnablePostUsernameOverride: yesOrNo(
    'ServiceSettings',
    false,
    'Whether a payload’s username is the name that its posts are shown with.',
  ),
  EnablePostIconOverride: yesOrNo(
    'ServiceSettings',
    false,
    'Whether a payload’s icon_url is the picture that its posts are shown with.',
  ),
  ConfirmNewHooks: yesOrNo(
    'ServiceSettings',
    true,
    'Whether new webhooks answer when the message is posted, not when it is safely kept.',
  ),
  MaxPostsPerDelivery: wholeNumber(
    'ServiceSettings',
    300,
    { least: 1, most: maxPostsPerDelivery },
    'How many posts one payload becomes at most.',
  ),
  MaxHtmlBytesPerDelivery: wholeNumber(
    'ServiceSettings',
    4 * mebibyte,
    { least: 65_536, most: 64 * mebibyte },
    'How many bytes of HTML the posts of one payload have at most.',
  ),
  RequireTeamNameAtLogin: yesOrNo('ServiceSettings', true, 'Whether who logs in has to name a team.'),
  MaximumLoginAttempts: wholeNumber(
    'ServiceSettings',
    10,
    { least: 1, most: 1000 },
    'How many wrong passwords for an account and address are answered before both have to wait.',
  ),
  EnableTeamCreation: yesOrNo(
    'TeamSettings',
    true,
    'Whether everybody makes teams, or system administrators only.',
  ),
  EnableUserCreation: yesOrNo('TeamSettings', true, 'Whether accounts are made at all.'),
  EnableOpenServer: yesOrNo(
    'TeamSettings',
    false,
    'Whether anybody makes an account without being asked in.',
  ),
  MaxUsersPerTeam: wholeNumber(
    'TeamSettings',
    50,
    { least: 1, most: 1_000_000 },
    'How many members a team has at most.',
  ),
  MaxTeamsPerUser: wholeNumber(
    'TeamSettings',
    20,
    { least: 1, most: 1_000_000 },
    'How many teams one person makes at most.',
  ),
  MaxChannelsPerTeam: wholeNumber(
    'TeamSettings',
    2000,
    { least: 1, most: 1_000_000 },
    'How many channels a team has at most.',
  ),
  ShowEmailAddress: yesOrNo('PrivacySettings', false, 'Whether people see each other’s e-mail addresses.'),
  ShowFullName: yesOrNo('PrivacySettings', true, 'Whether people see each other’s first and last names.'),
  MinimumLength: wholeNumber(
    'PasswordSettings',
    5,
    { least: 5, most: 64 },
    'How many characters a new password has at least.',
  ),
  DeliveryDays: wholeNumber(
    'DataRetentionSettings',
    7,
    { least: 1, most: 365 },
    'How many whole days deliveries are kept; posts stay.',
  ),
  AuditDays: wholeNumber(
    'DataRetentionSettings',
    365,
    { least: 1, most: 3650 },
    'How many days it is kept who changed what.',
  ),
  HookRate: rate('RateLimitSettings', '6000/60', 'How many calls a webhook takes within how many seconds.'),
  ApiRate: rate(
    'RateLimitSettings',
    '600/60',
    'How many calls a user, or an address without one, makes within how many seconds.',
  ),
}

export type SettingName = keyof typeof settingRules
export type Settings = { [Name in SettingName]: (typeof settingRules)[Name]['first'] }

export const settingNames = Object.keys(settingRules) as SettingName[]

/** Every setting as it is where nobody chose. */
export const defaultSettings = Object.fromEntries(
  settingNames.map(name => [name, settingRules[name].first]),
) as Settings

/** Whether this is a setting, and one that may have this value. */
export function isSetting(name: string, value: unknown): boolean {
  return Object.hasOwn(settingRules, name) && settingRules[name as SettingName].fits(value)
}

function yesOrNo(group: SettingGroup, first: boolean, about: string): SettingRule<boolean> {
  return { group, about, first, fits: value => typeof value === 'boolean', wants: 'true or false' }
}

type Range = { least: number; most: number }

function wholeNumber(
  group: SettingGroup,
  first: number,
  { least, most }: Range,
  about: string,
): SettingRule<number> {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return { group, about, first, fits, wants: `a whole number from ${least} to ${most}` }
}

function rate(group: SettingGroup, first: string, about: string): SettingRule<string> {
  const fits = (value: unknown) => typeof value === 'string' && parseRate(value) !== undefined
  return { group, about, first, fits, wants: 'calls/seconds, like 6000/60, or off' }
}
