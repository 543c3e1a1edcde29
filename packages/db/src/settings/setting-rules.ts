import { maxPostsPerDelivery, parseRate } from '@posthorn/core'

const mebibyte = 1024 * 1024

/** The groups in which the console shows settings (docs/behaviour.md, settings). */
type SettingGroup =
  | 'ServiceSettings'
  | 'TeamSettings'
  | 'PrivacySettings'
  | 'PasswordSettings'
  | 'DataRetentionSettings'
  | 'RateLimitSettings'

/** A setting's group, description, default, check, and the values it accepts in words. */
export type SettingRule<Value = unknown> = {
  group: SettingGroup
  about: string
  first: Value
  fits: (value: unknown) => boolean
  wants: string
  /** The least and the most of a number. */
  range?: SettingRange
}

type SettingRange = { least: number; most: number }

/**
 * The administrators' settings (docs/behaviour.md, settings). Names and groups are the reference server's, except
 * RequireTeamNameAtLogin, ConfirmNewHooks, MaxHooksPerOwner, MaxHooksPerTeam, OwnerRateFactor,
 * OwnerPayloadMebibytesPerDay, OwnerFileMebibytesPerDay, MaxKeysPerHook, KeyDays, MaxPostsPerDelivery, MaxHtmlBytesPerDelivery, MaxTeamsPerUser, DeliveryDays,
 * PostDays, AuditDays, HookRate and ApiRate, which it does not have.
 */
export const settingRules = {
  EnableIncomingWebhooks: yesOrNo('ServiceSettings', true, 'Whether incoming webhooks are enabled.'),
  EnableOnlyAdminIntegrations: yesOrNo(
    'ServiceSettings',
    false,
    'Whether only administrators can manage webhooks and register applications.',
  ),
  EnableOAuthServiceProvider: yesOrNo(
    'ServiceSettings',
    false,
    'Whether users can register applications and authorize them.',
  ),
  EnablePostUsernameOverride: yesOrNo(
    'ServiceSettings',
    false,
    'Whether a payload’s username is shown as the name of its posts.',
  ),
  EnablePostIconOverride: yesOrNo(
    'ServiceSettings',
    false,
    'Whether a payload’s icon_url is shown as the picture of its posts.',
  ),
  ConfirmNewHooks: yesOrNo(
    'ServiceSettings',
    true,
    'Whether new webhooks respond after the message is posted, instead of when it is stored.',
  ),
  MaxPostsPerDelivery: wholeNumber(
    'ServiceSettings',
    300,
    { least: 1, most: maxPostsPerDelivery },
    'The maximum number of posts per payload.',
  ),
  MaxHtmlBytesPerDelivery: wholeNumber(
    'ServiceSettings',
    4 * mebibyte,
    { least: 65_536, most: 64 * mebibyte },
    'The maximum size of the HTML of one payload’s posts, in bytes.',
  ),
  PostEditTimeLimit: wholeNumber(
    'ServiceSettings',
    604_800,
    { least: 0, most: 31_536_000 },
    'How many seconds after posting a webhook can edit or delete its post by the post’s ID. 0 is no limit.',
  ),
  MaxHooksPerOwner: wholeNumber(
    'ServiceSettings',
    200,
    { least: 1, most: 1_000_000 },
    'The maximum number of webhooks per user, including those of the user’s bots. Existing webhooks stay.',
  ),
  MaxHooksPerTeam: wholeNumber(
    'ServiceSettings',
    2000,
    { least: 1, most: 1_000_000 },
    'The maximum number of webhooks per team. Existing webhooks stay.',
  ),
  MaxKeysPerHook: wholeNumber(
    'ServiceSettings',
    10_000,
    { least: 1, most: 1_000_000 },
    'The maximum number of thread and update keys per webhook. The least recently used one is forgotten first.',
  ),
  RequireTeamNameAtLogin: yesOrNo('ServiceSettings', true, 'Whether users must name a team to log in.'),
  MaximumLoginAttempts: wholeNumber(
    'ServiceSettings',
    10,
    { least: 1, most: 1000 },
    'The number of wrong passwords per account and address before further attempts have to wait.',
  ),
  EnableTeamCreation: yesOrNo(
    'TeamSettings',
    true,
    'Whether all users can create teams, or only system administrators.',
  ),
  EnableUserCreation: yesOrNo('TeamSettings', true, 'Whether accounts can be created.'),
  EnableOpenServer: yesOrNo(
    'TeamSettings',
    false,
    'Whether anybody can create an account without an invitation.',
  ),
  MaxUsersPerTeam: wholeNumber(
    'TeamSettings',
    50,
    { least: 1, most: 1_000_000 },
    'The maximum number of members per team.',
  ),
  MaxTeamsPerUser: wholeNumber(
    'TeamSettings',
    20,
    { least: 1, most: 1_000_000 },
    'The maximum number of teams that one user can create.',
  ),
  MaxChannelsPerTeam: wholeNumber(
    'TeamSettings',
    2000,
    { least: 1, most: 1_000_000 },
    'The maximum number of channels per team.',
  ),
  ShowEmailAddress: yesOrNo('PrivacySettings', false, 'Whether users see each other’s e-mail addresses.'),
  ShowFullName: yesOrNo('PrivacySettings', true, 'Whether users see each other’s first and last names.'),
  MinimumLength: wholeNumber(
    'PasswordSettings',
    5,
    { least: 5, most: 64 },
    'The minimum length of a new password, in characters.',
  ),
  DeliveryDays: wholeNumber(
    'DataRetentionSettings',
    7,
    { least: 1, most: 365 },
    'How many whole days deliveries are stored.',
  ),
  PostDays: wholeNumber(
    'DataRetentionSettings',
    0,
    { least: 0, most: 36_500 },
    'How many days posts are stored, unless their channel or team has its own number. 0 is forever.',
  ),
  KeyDays: wholeNumber(
    'DataRetentionSettings',
    30,
    { least: 1, most: 365 },
    'How many days after its last use a thread or update key is stored.',
  ),
  AuditDays: wholeNumber(
    'DataRetentionSettings',
    365,
    { least: 1, most: 3650 },
    'How many days audit entries are stored.',
  ),
  HookRate: rate(
    'RateLimitSettings',
    '6000/60',
    'The number of calls per webhook within a number of seconds.',
  ),
  OwnerRateFactor: wholeNumber(
    'RateLimitSettings',
    10,
    { least: 1, most: 10_000 },
    'How many times the rate of one webhook all webhooks and bots of a user have together.',
  ),
  OwnerPayloadMebibytesPerDay: wholeNumber(
    'RateLimitSettings',
    20_480,
    { least: 1, most: 1_000_000_000 },
    'How many MiB of payloads all webhooks and bots of a user can send per day.',
  ),
  OwnerFileMebibytesPerDay: wholeNumber(
    'RateLimitSettings',
    2048,
    { least: 1, most: 1_000_000_000 },
    'How many MiB of files a user can upload in 24 hours, with all webhooks and bots.',
  ),
  ApiRate: rate(
    'RateLimitSettings',
    '600/60',
    'The number of API calls per user, or per address without a user, within a number of seconds.',
  ),
}

export type SettingName = keyof typeof settingRules
export type Settings = { [Name in SettingName]: (typeof settingRules)[Name]['first'] }

export const settingNames = Object.keys(settingRules) as SettingName[]

/** The defaults of all settings. */
export const defaultSettings = Object.fromEntries(
  settingNames.map(name => [name, settingRules[name].first]),
) as Settings

/** Returns whether a setting of this name exists and accepts this value. */
export function isSetting(name: string, value: unknown): boolean {
  return Object.hasOwn(settingRules, name) && settingRules[name as SettingName].fits(value)
}

function yesOrNo(group: SettingGroup, first: boolean, about: string): SettingRule<boolean> {
  return { group, about, first, fits: value => typeof value === 'boolean', wants: 'true or false' }
}

function wholeNumber(
  group: SettingGroup,
  first: number,
  range: SettingRange,
  about: string,
): SettingRule<number> {
  const { least, most } = range
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return { group, about, first, fits, range, wants: `a whole number from ${least} to ${most}` }
}

function rate(group: SettingGroup, first: string, about: string): SettingRule<string> {
  const fits = (value: unknown) => typeof value === 'string' && parseRate(value) !== undefined
  return { group, about, first, fits, wants: 'calls/seconds, like 6000/60, or off' }
}
