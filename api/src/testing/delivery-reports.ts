/** A delivery report as mail servers send it to the return path of a mail (RFC 3464). */
export function createDeliveryReport({
  to,
  action = 'failed',
  status = '5.1.1',
  diagnosticCode = 'smtp; 550 5.1.1 No such user',
  messageId,
}: {
  readonly to: string;
  readonly action?: string;
  readonly status?: string;
  readonly diagnosticCode?: string;
  /** The Message-ID of the returned mail. */
  readonly messageId?: string;
}): string {
  return `From: Mail Delivery System <MAILER-DAEMON@mx.example.test>
To: ${to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
 boundary="part"

--part
Content-Type: text/plain; charset=us-ascii

This is the mail system. Your message could not be delivered.

--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.test

Final-Recipient: rfc822; guest@example.test
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnosticCode}

--part
Content-Type: text/rfc822-headers

From: Hotel <no-reply@console.test>
${messageId === undefined ? '' : `Message-ID: ${messageId}\n`}Subject: Happy birthday

--part--
`;
}
