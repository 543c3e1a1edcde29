import { maxPostsPerDelivery } from './ids.js'
import { parseRate } from './rate.js'

const mebibyte = 1024 * 1024

/** What the console shows together (docs/behaviour.md, settings). */
export type SettingGroup =
  | 'ServiceSettings'
  | 'TeamSettings'
  | 'PrivacySettings'
  | 'PasswordSettings'
  | 'RateLimitSettings'

/** A setting's group, its value where nobody chose one, which values it may have, and how a person is told so. */
export type SettingRule<Value = unknown> = {
  group: SettingGroup
  first: Value
  fits: (value: unknown) => boolean
  wants: string
}

/**
 * What administrators decide (docs/behaviour.md, settings). Names and groups are the reference server's. Nothing of it
 * means the same as RequireTeamNameAtLogin, ConfirmNewHooks, MaxPostsPerDelivery, MaxHtmlBytesPerDelivery,
 * MaxTeamsPerUser (the teams that one person has made), HookRate and ApiRate.
 */
export const settingRules = {
  EnableIncomingWebhooks: yesOrNo('ServiceSettings', true),
  EnableOnlyAdminIntegrations: yesOrNo('ServiceSettings', false),
  EnableOAuthServiceProvider: yesOrNo('ServiceSettings', false),
  EnablePostUsernameOverride: yesOrNo('ServiceSettings', false),
  EnablePostIconOverride: yesOrNo('ServiceSettings', false),
  ConfirmNewHooks: yesOrNo('ServiceSettings', true),
  MaxPostsPerDelivery: wholeNumber('ServiceSettings', 300, { least: 1, most: maxPostsPerDelivery }),
  MaxHtmlBytesPerDelivery: wholeNumber('ServiceSettings', 4 * mebibyte, {
    least: 65_536,
    most: 64 * mebibyte,
  }),
  RequireTeamNameAtLogin: yesOrNo('ServiceSettings', true),
  MaximumLoginAttempts: wholeNumber('ServiceSettings', 10, { least: 1, most: 1000 }),
  EnableTeamCreation: yesOrNo('TeamSettings', true),
  EnableUserCreation: yesOrNo('TeamSettings', true),
  EnableOpenServer: yesOrNo('TeamSettings', false),
  MaxUsersPerTeam: wholeNumber('TeamSettings', 50, { least: 1, most: 1_000_000 }),
  MaxTeamsPerUser: wholeNumber('TeamSettings', 20, { least: 1, most: 1_000_000 }),
  MaxChannelsPerTeam: wholeNumber('TeamSettings', 2000, { least: 1, most: 1_000_000 }),
  ShowEmailAddress: yesOrNo('PrivacySettings', false),
  ShowFullName: yesOrNo('PrivacySettings', true),
  MinimumLength: wholeNumber('PasswordSettings', 5, { least: 5, most: 64 }),
  HookRate: rate('RateLimitSettings', '6000/60'),
  ApiRate: rate('RateLimitSettings', '600/60'),
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

function yesOrNo(group: SettingGroup, first: boolean): SettingRule<boolean> {
  return { group, first, fits: value => typeof value === 'boolean', wants: 'true or false' }
}

type Range = { least: number; most: number }

function wholeNumber(group: SettingGroup, first: number, { least, most }: Range): SettingRule<number> {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most
  return { group, first, fits, wants: `a whole number from ${least} to ${most}` }
}

function rate(group: SettingGroup, first: string): SettingRule<string> {
  const fits = (value: unknown) => typeof value === 'string' && parseRate(value) !== undefined
  return { group, first, fits, wants: 'calls/seconds, like 6000/60, or off' }
}
