/** The arrow after the text of a link that leads on. It never stands alone on a line. */
export const ForwardArrow = () => <span aria-hidden="true">{'\u00a0→'}</span>;
