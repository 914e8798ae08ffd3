import { country } from './behaviours/country.ts';
import { hotel } from './behaviours/hotel.ts';
import { member } from './behaviours/member.ts';
import { option } from './behaviours/option.ts';
import { option_detail } from './behaviours/option_detail.ts';
import type { Behaviours } from './resources/behaviour.ts';

/** What each resource does beyond storing. */
export const behaviours: Behaviours = { country, hotel, member, option, option_detail };
