import { markInstalled } from './prepare.mjs';

/** npm's `postinstall`: runs when everything is in place. */
markInstalled();
