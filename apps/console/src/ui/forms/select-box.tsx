import type { ComponentProps } from 'react'
import { classes } from '../classes.js'
import { Icon } from '../icon.js'
import { inputClasses } from './input-classes.js'

/** A select without a label. With a label: Select. */
export function SelectBox({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classes('relative block', className)}>
      <select {...props} className={`${inputClasses} h-8 appearance-none pr-8 pointer-coarse:h-10`} />
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-quiet"
      />
    </span>
  )
}
