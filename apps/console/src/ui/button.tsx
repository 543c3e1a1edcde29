import type { ComponentProps } from 'react'
import { classes } from './classes.js'
import { Icon, type IconName } from './icon.js'

const looks = {
  primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-hover', // forced colours show the border
  plain: 'border border-rim bg-raised hover:bg-hover',
  quiet: 'text-quiet hover:bg-hover hover:text-text',
  danger: 'border border-rim bg-raised text-bad hover:bg-bad-soft',
} as const

export type ButtonLook = keyof typeof looks

/** The classes of a button, also for links that look like one. */
export function buttonClasses(look: ButtonLook = 'plain', more?: string): string {
  return classes(
    'inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md px-3 font-medium whitespace-nowrap',
    'disabled:cursor-default disabled:opacity-60 aria-busy:cursor-default aria-busy:opacity-60 pointer-coarse:h-10',
    looks[look],
    more,
  )
}

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  icon?: IconName
  /** In progress: announced to screen readers, and not clickable. */
  busy?: boolean
}

export function Button({ look, icon, busy, className, children, type = 'button', ...props }: ButtonProps) {
  const { onClick } = props
  return (
    <button
      {...props}
      type={type}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
      aria-disabled={busy || undefined} // a disabled button would lose the focus
      aria-busy={busy || undefined}
      className={buttonClasses(look, className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { icon: IconName; label: string }

/** The classes of a button with only an icon, also for links that look like one. */
export function iconButtonClasses(more?: string): string {
  return classes(
    'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-text',
    'pointer-coarse:size-10',
    more,
  )
}

/** A button with only an icon. `label` is its accessible name and tooltip. */
export function IconButton({ icon, label, className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      aria-label={label}
      className={iconButtonClasses(className)}
    >
      <Icon name={icon} />
    </button>
  )
}
