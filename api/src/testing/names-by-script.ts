/** Names of guests in the scripts that are printed besides Latin. */
export const NAMES_BY_SCRIPT = {
  thai: 'กตัญญู น้ำผึ้ง ศรีสุข',
  arabic: 'محمد عليّ (أبو بكر)',
  chinese: '欧阳李小龙 鄧麗君',
  japanese: '髙橋さくら タロー',
  korean: '김민준 金',
  greek: 'Ελένη Παπαδοπούλου',
  cyrillic: 'Ўладзімір Їжак',
  vietnamese: 'Đặng Thị Ngọc Ánh',
} as const;
