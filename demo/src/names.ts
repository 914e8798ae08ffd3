import { type Draw, type Random, createRankedDraw } from './random.ts';

/** The first and last name of a person; some people have only one name. */
export interface PersonName {
  readonly first: string;
  readonly last: string | null;
}

/** The names of a culture and how they are formed. */
export type Culture = (random: Random, female: boolean) => PersonName;

/** Names sorted from most to least common; `_` is a space within a name. */
const drawFrom = (names: string): Draw<string> =>
  createRankedDraw(
    names
      .trim()
      .split(/\s+/)
      .map((n) => n.replaceAll('_', ' ')),
  );

interface NameLists {
  readonly male: string;
  readonly female: string;
  readonly family: string;
  /** The last names of women, if they differ from men's. */
  readonly femaleFamily?: string;
  /** The share of people with a second first name. */
  readonly secondNameShare?: number;
  /** The share of people without a last name. */
  readonly singleNameShare?: number;
}

function createCulture(nameLists: NameLists): Culture {
  const male = drawFrom(nameLists.male);
  const female = drawFrom(nameLists.female);
  const family = drawFrom(nameLists.family);
  const femaleFamily = nameLists.femaleFamily ? drawFrom(nameLists.femaleFamily) : family;
  const { secondNameShare = 0, singleNameShare = 0 } = nameLists;
  return (random, isFemale) => {
    const drawFirstName = isFemale ? female : male;
    const firstName = drawFirstName(random);
    const secondName = random.chance(secondNameShare) ? drawFirstName(random) : firstName;
    const last = random.chance(singleNameShare) ? null : (isFemale ? femaleFamily : family)(random);
    return {
      first: secondName === firstName ? firstName : `${firstName} ${secondName}`,
      last: last === firstName ? null : last,
    };
  };
}

export const CULTURES = {
  javanese: createCulture({
    male: `Budi Agus Eko Andi Bambang Dwi Hendra Rizky Adi Arif Ahmad Joko Wahyu Rudi Fajar Dimas Bayu Dedi Yudi Heru Teguh Aditya
      Irfan Iwan Yoga Galih Ilham Rahmat Slamet Reza Gilang Rangga Surya Tri Satria Bagus Hadi Imam Nanang Sigit Wawan Cahyo Danang
      Guntur Ismail Krisna Lukman Maulana Panji Sapto Tegar Untung Yusuf Zainal Taufik Firman Hari Aryo Pandu Jatmiko Endro Banyu
      Lintang Sena Prasojo Wisnu Abimanyu Gatot Sadewa Kuncoro Raditya Narendra Anggoro Bintoro Tirta Prabangkara`,
    female: `Siti Dewi Sri Ayu Rina Ratna Fitri Wulan Indah Yuni Rini Maya Nur Dian Eka Novi Putri Ani Endang Retno Kartika Ika Mega
      Nia Intan Citra Diah Anisa Laras Tiara Tuti Bunga Sekar Puspita Lina Titin Ira Vina Amelia Aulia Zahra Salma Hana Nabila Galuh
      Gendis Kinanti Arum Ambar Astuti Cempaka Melati Utari Pramesti Nawang Srikandi Larasati Widuri Kirana Anindya Swastika Parwati`,
    family: `Santoso Setiawan Kurniawan Wijaya Susanto Hidayat Nugroho Saputra Pratama Prasetyo Wibowo Purnomo Hartono Sutrisno
      Suryadi Firmansyah Ramadhan Utomo Raharjo Subagyo Mulyadi Haryanto Supriyadi Kusuma Putra Wirawan Budiman Hermawan Wahyudi
      Mahendra Yulianto Purwanto Cahyono Handoko Iskandar Nurhadi Sasongko Suwito Hutomo Adiputra Wiratama Danuwijaya Mangkuprojo
      Sosrodiningrat Tjokronegoro Notodihardjo`,
    femaleFamily: `Lestari Wulandari Rahayu Handayani Puspitasari Anggraini Wahyuni Permatasari Maharani Fitriani Hidayati Utami
      Setyowati Susanti Hapsari Safitri Pratiwi Ningsih Rahmawati Sulistyowati Widyastuti Purnamasari Damayanti Oktaviani Nuraini
      Marlina Yuliana Mulyani Suryani Kusumawati Nurhayati Paramita Andriani Kumalasari Pangesti Saraswati Prameswari Hadiningrum
      Kusumaningtyas Reksodiputri`,
    secondNameShare: 0.18,
    singleNameShare: 0.11,
  }),
  sundanese: createCulture({
    male: `Asep Ujang Dadang Cecep Dede Rizki Deden Agus Iwan Yana Encep Nandang Tatang Ade Endang Yayan Usep Gungun Jajang Kosasih
      Ridwan Aditya Fikri Rian Cucu Odang Adang Wira Sutisna`,
    female: `Neng Euis Lilis Siti Ai Nining Teti Imas Iis Yani Rina Dewi Elis Enung Ratna Nia Tia Rani Resti Kokom Yeyet Cucu Entin Nyai`,
    family: `Permana Sudrajat Hidayat Suherman Ramdani Supriatna Setiawan Nugraha Hermawan Sutisna Rusmana Gumilar Wiguna Firmansyah
      Kartawijaya Natadisastra Wiradinata Suryakancana`,
    femaleFamily: `Nurhayati Rohaeni Sumiati Herlina Rosmawati Suryani Komalasari Kurniasih Purnamasari Yuliani Maryati Kartika Rostiana
      Sukaesih Djuwita`,
    singleNameShare: 0.12,
  }),
  minang: createCulture({
    male: `Rizal Hendri Doni Syafril Zulkifli Rahmad Fadhil Ikhsan Syahrul Azwar Fauzan Habib Haris Afrizal Nofri Taufiq Yusrizal
      Bustami Zainuddin Masrul Arifin`,
    female: `Yulia Rahmi Silvia Resti Desi Fauziah Elvi Mardiah Nelly Yenni Hafizah Suraya Wirda Rosmini Gusti Zahara`,
    family: `Tanjung Chaniago Koto Piliang Sikumbang Jambak Rasyid Amir Usman Idris Yunus Saleh Effendi Syarif Guci Bodi Dalimunthe`,
    singleNameShare: 0.08,
  }),
  batak: createCulture({
    male: `Daniel Sahat Binsar Ronald Samuel Tigor Parlindungan Jonathan Poltak Togar Bonar Saut Rudolf Marihot Ebenezer Mangara
      Jogi Maruli Halomoan`,
    female: `Maria Novita Debora Kristina Ruth Natalia Sondang Melva Lamria Roma Tiurma Rotua Mariana Tetty Basaria Nurcahaya`,
    family: `Siregar Nasution Simanjuntak Sinaga Lubis Harahap Situmorang Hutagalung Panjaitan Sihombing Pasaribu Manurung Siahaan
      Tambunan Nainggolan Simatupang Purba Saragih Ginting Tarigan Sembiring Sitepu Silalahi Marpaung Hasibuan Rangkuti Napitupulu
      Lumbantoruan`,
  }),
  balinese: createCulture({
    male: `I_Made I_Wayan I_Nyoman I_Ketut I_Putu I_Kadek I_Komang I_Gede I_Gusti_Ngurah Ida_Bagus Anak_Agung_Gede Dewa_Gede`,
    female: `Ni_Made Ni_Wayan Ni_Nyoman Ni_Ketut Ni_Putu Ni_Kadek Ni_Komang Ni_Luh Ni_Luh_Putu Ida_Ayu Gusti_Ayu Anak_Agung_Ayu`,
    family: `Sudiarta Adnyana Wirawan Suardana Artawan Suartika Mahardika Budiarta Sudarma Widiana Parwata Darmawan Suryawan
      Arimbawa Sutama Wiguna Pradnyana Wijana Dharmayasa Sukawati`,
    femaleFamily: `Suryani Ariani Astini Dewi Widiastuti Sukerti Puspayanti Purnami Sariasih Wahyuni Trisnawati Juniari Mahayani
      Pradnyani Kusumayanti Suartini Laksmi Yuliantari`,
  }),
  peranakan: createCulture({
    male: `Hendra Kevin Jason Andreas Steven Michael Robby Tommy Wilson Felix Edwin Christian Ivan Hendrik Rudy Vincent Calvin Bryan
      Leonardo Ferdinand Antonius Gerald Djoni`,
    female: `Lina Jessica Felicia Stephanie Vivian Cynthia Michelle Grace Angelina Sherly Fenny Yenny Caroline Natasha Evelyn
      Clarissa Merry Shinta Veronica Mei_Lan Valencia`,
    family: `Wijaya Halim Gunawan Lim Tan Salim Hartono Santosa Widjaja Susilo Tanoto Setiabudi Tanuwijaya Sutanto Lesmana Chandra
      Kurnia Winata Liem Budihardjo Darmadi Tjandra Oei Hadiwijaya Tirtawidjaja`,
  }),
  eastern: createCulture({
    male: `Andi Baso Syamsuddin Petrus Yohanis Frans Jefri Ronny Marthen Yosef Oktovianus Elias Alfons Melky Stenly Amiruddin Lalu_Rizal`,
    female: `Maria Andi_Tenri Yuliana Martha Ester Selvi Meike Agustina Fransina Besse Naomi Olivia Deisy Yosephina Baiq_Nuri`,
    family: `Pattiasina Wattimena Rumengan Mandagi Lumentut Tumbelaka Walukow Latuconsina Sahetapy Manuhutu Siahaya Rumbiak Wanggai
      Kaisiepo Karubaba Ayorbaba Tenriajeng Mappanyukki`,
  }),
  malay: createCulture({
    male: `Muhammad_Amir Ahmad Hafiz Mohd_Faizal Azlan Farid Imran Haziq Danish Aiman Nizam Firdaus Hakim Kamal Ridzuan Rashid
      Shahrul Zulkarnain Syed_Hamzah`,
    female: `Nur_Aisyah Siti_Aminah Nurul_Huda Farah Aisyah Nadia Liyana Zarina Noraini Hidayah Izzati Syafiqah Balqis Rohani Suhaila
      Zaleha Sharifah_Mariam`,
    family: `bin_Abdullah bin_Ismail bin_Ahmad bin_Rahman bin_Yusof bin_Hassan bin_Osman bin_Ibrahim bin_Salleh bin_Aziz bin_Zainal
      bin_Kamaruddin`,
    femaleFamily: `binti_Abdullah binti_Ismail binti_Ahmad binti_Rahman binti_Yusof binti_Hassan binti_Osman binti_Ibrahim
      binti_Salleh binti_Aziz binti_Kamaruddin`,
  }),
  straitsChinese: createCulture({
    male: `Wei_Ming Jun_Jie Wei_Jie Kok_Wai Zhi_Hao Jia_Hao Boon_Keng Chee_Keong Kian_Meng Marcus Kelvin Raymond Desmond Yong_Sheng
      Wen_Hao Kai_Xiang Jin_Wei Teck_Soon Swee_Hock Eng_Huat`,
    female: `Hui_Min Xin_Yi Mei_Ling Li_Ting Rachel Siew_Ling Wan_Ting Jia_Hui Cheryl Joanne Serene Pei_Shan Hui_Ling Kai_Lin Min_Yi
      Yee_Ling Shu_Fen Su_Ann Bee_Leng`,
    family: `Tan Lim Lee Ng Wong Ong Chan Goh Chua Koh Teo Yeo Ho Ang Low Sim Toh Chong Heng Foo Tay Loh Yap Chew Khoo Seah Quek`,
  }),
  indian: createCulture({
    male: `Rajesh Suresh Arun Vijay Ravi Anand Amit Rahul Sanjay Deepak Karthik Ganesh Prakash Rohit Mohan Vikram Naveen Arjun Manoj
      Krishnan`,
    female: `Priya Lakshmi Anita Kavita Deepa Meena Divya Pooja Sunita Shanti Radha Nisha Asha Geetha Rekha Ananya Swathi Shalini`,
    family: `Kumar Sharma Singh Nair Pillai Rao Menon Reddy Iyer Gupta Patel Krishnan Raj Naidu Subramaniam Chandran Das Mehta Verma
      Balakrishnan`,
  }),
  thai: createCulture({
    male: `Somchai Anan Kittipong Nattapong Prasert Surasak Wichai Thanawat Chaiwat Arthit Pongsakorn Narong Sombat Worawut Ekachai`,
    female: `Siriporn Kanya Nattaya Somsri Malee Suda Wanida Pimchanok Supaporn Ratchanee Chanida Araya Orapan Duangjai`,
    family: `Srisuk Boonmee Suwannarat Chaiyasit Saetang Rattanakul Charoensuk Kaewmanee Phongphan Intharat Prasertsri Wattanakul
      Jantarasri Limpanont Bunyasarn Techapaiboon`,
  }),
  vietnamese: createCulture({
    male: `Minh_Tuan Van_Hung Duc_Anh Quoc_Anh Hoang_Nam Thanh_Long Quang_Huy Van_Dung Tuan_Kiet Minh_Khoi Ngoc_Son Huu_Phuc`,
    female: `Thi_Mai Thu_Ha Ngoc_Anh Thi_Lan Phuong_Thao Minh_Chau Thanh_Huong Thuy_Linh Bich_Ngoc Kim_Ngan Hong_Nhung My_Duyen`,
    family: `Nguyen Tran Le Pham Hoang Huynh Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly`,
  }),
  filipino: createCulture({
    male: `Jose Mark Juan Miguel Carlo Paolo Antonio Rafael Gabriel Joshua Angelo Ramon Francisco Emmanuel Jerome Noel Rodel Enrique`,
    female: `Maria Ana Angelica Cristina Jasmine Kristine Patricia Rosario Bea Isabel Carmela Liza Andrea Nicole Marites Teresita Luz`,
    family: `Santos Reyes Cruz Bautista Garcia Mendoza Torres Flores Gonzales Ramos Villanueva Dela_Cruz Castillo De_Leon Navarro
      Salazar Mercado Fernandez Tolentino Pascual Soriano Domingo Manalo`,
    secondNameShare: 0.15,
  }),
  japanese: createCulture({
    male: `Hiroshi Takashi Kenji Daisuke Yuki Takumi Haruto Satoshi Kazuki Makoto Naoki Ryota Shinji Koji`,
    female: `Yuko Akiko Sakura Naomi Haruka Keiko Misaki Ayumi Yumi Aoi Emi Mariko Chihiro`,
    family: `Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Matsumoto Inoue Kimura
      Hayashi Shimizu`,
  }),
  chinese: createCulture({
    male: `Wei Jun Lei Qiang Hao Peng Tao Bin Jie Ming Chao Kai Zhiwei Jianguo`,
    female: `Fang Li Na Jing Yan Min Juan Ying Xia Ting Xiaoyan Meiling Yutong`,
    family: `Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin`,
  }),
  korean: createCulture({
    male: `Min-jun Ji-hoon Hyun-woo Dong-hyun Seung-woo Sung-min Jae-won Young-ho Joon-ho`,
    female: `Seo-yeon Ji-woo Soo-jin Min-ji Hye-jin Eun-ji Yu-na Ha-eun Mi-kyung`,
    family: `Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Shin Seo Kwon`,
  }),
  english: createCulture({
    male: `James Michael David Daniel Matthew Andrew Thomas Peter Mark Christopher Jack Oliver Benjamin Robert Liam Paul William
      Samuel Alexander Stephen`,
    female: `Sarah Emma Jessica Emily Olivia Charlotte Rebecca Laura Rachel Kate Megan Hannah Lucy Karen Susan Jennifer Elizabeth
      Grace Chloe`,
    family: `Smith Jones Williams Brown Wilson Taylor Johnson White Martin Anderson Thompson Walker Harris Clark Robinson Wright
      Mitchell Campbell Kelly O'Brien Murphy Evans Edwards Turner Cooper Bennett`,
  }),
  dutch: createCulture({
    male: `Jan Pieter Willem Bas Thijs Joost Ruben Sander Maarten Hendrik`,
    female: `Anne Sanne Marieke Femke Lotte Ingrid Esther Anouk Maaike Saskia`,
    family: `de_Jong Jansen de_Vries van_den_Berg Bakker Visser Smit Meijer Mulder de_Groot van_Dijk Hoekstra`,
  }),
  german: createCulture({
    male: `Thomas Stefan Andreas Jürgen Lukas Matthias Jonas Uwe Markus Florian`,
    female: `Sabine Anna Julia Katrin Petra Lena Heike Claudia Jana Käthe`,
    family: `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schäfer Koch Krüger Weiß`,
  }),
  french: createCulture({
    male: `Jean Pierre Nicolas Julien François Antoine Luc Mathieu Étienne Hugo`,
    female: `Marie Camille Sophie Claire Julie Hélène Isabelle Manon Chloé Élodie`,
    family: `Martin Bernard Dubois Robert Petit Durand Leroy Moreau Lefèvre Garnier Gauthier Besançon`,
  }),
  arab: createCulture({
    male: `Mohammed Abdullah Khalid Omar Ahmed Faisal Saeed Yousef Sultan Hamad`,
    female: `Fatima Aisha Mariam Noura Layla Sara Amal Reem Huda Hessa`,
    family: `Al_Mansoori Al_Harbi Al_Qahtani Al_Zahrani Al_Suwaidi Al_Ghamdi Al_Marri Al_Otaibi Al_Shehhi Al_Dosari`,
  }),
} as const satisfies Record<string, Culture>;

export type CultureName = keyof typeof CULTURES;

const asciiNames = new Map<string, string>();

/** A name as it appears before the `@` of an address: `Ni Luh` becomes `niluh`, `Müller` becomes `muller`. */
export function toAsciiName(name: string): string {
  const cached = asciiNames.get(name);
  if (cached !== undefined) return cached;
  const asciiName = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z]/g, '');
  asciiNames.set(name, asciiName);
  return asciiName;
}
