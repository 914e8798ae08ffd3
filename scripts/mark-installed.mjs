import { markInstalled } from './prepare.mjs';

/** npm's `postinstall`: runs when the installation is complete. */
markInstalled();
