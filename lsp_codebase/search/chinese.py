"""Chinese words of programming and their English ones: identifiers are English even where questions are not.

A small dictionary by hand, in the order of subjects; longer words are found before those they contain.
"""

from __future__ import annotations

import re

_CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")

# Simplified characters; a word, then what names and comments call it: nothing for words that only hide shorter ones.
_DICTIONARY = """
    代码 code;源码 source;源代码 source;程序 program;软件 software;系统 system;平台 platform;框架 framework;库 library
    模块 module;组件 component;插件 plugin;扩展 extension;工具 tool;包 package;项目 project;工程 project;应用 app
    应用程序 application;服务 service;服务器 server;服务端 server;客户端 client;前端 frontend;后端 backend;引擎 engine
    函数 function;方法 method;类 class;基类 base class;子类 subclass;父类 parent class;抽象 abstract;接口 interface
    实现 implement;实例 instance;单例 singleton;对象 object;变量 variable;常量 constant;参数 parameter argument
    属性 property attribute;字段 field;成员 member;枚举 enum;结构 struct;结构体 struct;类型 type;泛型 generic
    模板 template;构造 construct;构造函数 constructor;构建 build;构建器 builder;工厂 factory;注解 annotation
    装饰器 decorator;宏 macro;继承 inherit;重写 override;重载 overload;委托 delegate;闭包 closure;指针 pointer
    引用 reference;作用域 scope;命名空间 namespace;表达式 expression;语句 statement;语法 syntax;关键字 keyword
    运算符 operator;操作符 operator;注释 comment;文档 document;变更日志 changelog;示例 example;例子 example;测试 test
    单元测试 unit test;断言 assert;数组 array;列表 list;集合 collection set;映射 map;字典 dict;哈希 hash;队列 queue
    栈 stack;堆 heap;堆栈 stack;链表 list;树 tree;图 graph;节点 node;子节点 child;父节点 parent;根 root;叶子 leaf
    边 edge;元素 element;键 key;值 value;索引 index;下标 index;键值 key value;迭代器 iterator;迭代 iterate
    遍历 walk traverse;循环 loop;递归 recursive;排序 sort;查找 find;搜索 search;过滤 filter;过滤器 filter;匹配 match
    替换 replace;比较 compare;合并 merge;拆分 split;分割 split;拼接 concat;连接 connect connection;追加 append
    插入 insert;添加 add;增加 add;新增 add;删除 delete remove;移除 remove;清除 clear;清空 clear;清理 clean;更新 update
    修改 modify;改变 change;变更 change;设置 set setting;获取 get;取得 get;取出 get;读取 read;读 read;写入 write
    写 write;打开 open;关闭 close;创建 create;新建 new create;生成 generate;销毁 destroy;初始化 init initialize
    加载 load;重新加载 reload;卸载 unload;保存 save;存储 store storage;导入 import;导出 export;复制 copy;拷贝 copy
    移动 move;重命名 rename;粘贴 paste;剪贴板 clipboard;撤销 undo;重做 redo;重置 reset;恢复 restore;备份 backup
    提交 commit submit;回滚 rollback;分支 branch;标签 tag label;版本 version;仓库 repository;推送 push;拉取 pull
    克隆 clone;差异 diff;冲突 conflict;补丁 patch;发布 publish release;部署 deploy;安装 install;升级 upgrade
    迁移 migrate;启动 start;开始 start begin;停止 stop;终止 terminate;结束 end;暂停 pause;继续 continue resume
    重启 restart;退出 exit quit;运行 run;执行 execute run;调用 call invoke;调用者 caller;触发 trigger
    处理 handle process;处理器 handler;响应 response;请求 request;返回 return;发送 send;发送者 sender;接收 receive
    转发 forward;上传 upload;下载 download;传输 transfer;转换 convert transform;转换器 converter;解析 parse
    解析器 parser;编译 compile;编译器 compiler;解释器 interpreter;序列化 serialize;反序列化 deserialize
    序列化器 serializer;编码 encode encoding;解码 decode;压缩 compress;解压 decompress;紧凑 compact;加密 encrypt
    解密 decrypt;签名 sign signature;校验 check validate;验证 verify validate;检查 check;检测 detect
    计算 calculate compute;统计 statistics;计数 count;计数器 counter;求和 sum;平均 average;最大 max;最小 min
    总数 total count;数量 count number;大小 size;长度 length;宽度 width;高度 height;深度 depth;容量 capacity
    阈值 threshold;限制 limit;限流 rate limit;速率 rate;上限 limit max;超时 timeout;超过 exceed;溢出 overflow
    截断 truncate;范围 range;边界 bound boundary;偏移 offset;位置 position;距离 distance;方向 direction;顺序 order
    优先级 priority;权重 weight;配置 config configuration;选项 option;可选 optional;默认 default;默认值 default
    自定义 custom;环境变量 environment variable;环境 environment;常规 general;策略 strategy policy;规则 rule
    条件 condition;标志 flag;开关 switch;状态 state status;模式 mode pattern;阶段 phase stage;步骤 step
    流程 process flow;任务 task job;作业 job;调度 schedule;调度器 scheduler;定时 timer schedule;定时器 timer
    定时任务 cron schedule;延迟 delay;间隔 interval;时间 time;时间戳 timestamp;日期 date;时区 timezone;时钟 clock
    过期 expire;有效期 expire;持续时间 duration;刷新 refresh flush;轮询 poll;心跳 heartbeat;重试 retry;重连 reconnect
    重定向 redirect;熔断 circuit breaker;降级 fallback;负载均衡 load balance;健康检查 health check;线程 thread
    线程池 thread pool;进程 process;协程 coroutine;并发 concurrent;并行 parallel;异步 async;同步 sync synchronize
    锁 lock;死锁 deadlock;竞态 race;竞争 race;信号 signal;信号量 semaphore;互斥 mutex;原子 atomic;阻塞 block;等待 wait
    唤醒 wake notify;通知 notify notification;取消 cancel;令牌 token;标记 mark token;中断 interrupt;事件 event
    监听 listen;监听器 listener;回调 callback;钩子 hook;拦截 intercept;拦截器 interceptor;中间件 middleware
    订阅 subscribe;订阅者 subscriber;观察者 observer;发布者 publisher;消息 message;消息队列 message queue
    主题 topic theme;消费者 consumer;生产者 producer;广播 broadcast;通道 channel;管道 pipe pipeline;流 stream
    输入 input;输出 output;输入流 input stream;输出流 output stream;缓冲 buffer;缓冲区 buffer;缓存 cache;内存 memory
    磁盘 disk;文件 file;文件夹 folder;目录 directory;路径 path;文件名 file name;扩展名 extension;后缀 suffix
    前缀 prefix;行 line row;列 column;行号 line number;换行 newline;空格 space;空白 blank whitespace;缩进 indent
    分隔符 delimiter separator;分页 page;页面 page;字符 character;字符串 string;文本 text;正则 regex;正则表达式 regex
    格式 format;格式化 format;数字 number;整数 int integer;浮点 float;布尔 bool boolean;字节 byte;位 bit;二进制 binary
    十六进制 hex;随机 random;随机数 random;空 empty null;为空 empty null;空指针 null pointer;零 zero;清零 zero clear
    唯一 unique;重复 duplicate;无效 invalid;有效 valid;合法 valid legal;错误 error;报错 error;异常 exception
    失败 fail failure;成功 success;警告 warning;崩溃 crash;泄漏 leak;内存泄漏 memory leak;调试 debug;日志 log
    日志记录器 logger;记录 record log;跟踪 trace;追踪 trace;监控 monitor;指标 metric;遥测 telemetry;性能 performance
    优化 optimize;基准 benchmark;诊断 diagnose;报告 report;分析 analyze;数据 data;数据库 database;表 table;查询 query
    事务 transaction;主键 primary key identifier;外键 foreign key;自动生成 generated;联合 join union
    关联 association relation;实体 entity;持久化 persist;持久化器 persister;模型 model;迁移脚本 migration;游标 cursor
    连接池 connection pool;数据源 data source;元数据 metadata;网络 network;地址 address;端口 port;协议 protocol
    主机 host;域名 domain;代理 proxy;网关 gateway;路由 route;路由器 router;套接字 socket;会话 session
    会话组 session group;握手 handshake;请求头 header;头部 header;响应体 body;证书 certificate;凭证 credential
    密码 password;密钥 key secret;登录 login;登出 logout;注销 logout;注册 register;用户 user;用户名 user name
    账号 account;帐户 account;角色 role;权限 permission;授权 authorize authorization;认证 authenticate auth;鉴权 auth
    访问 access;拒绝 reject deny;允许 allow;禁用 disable;启用 enable;公开 public;私有 private;安全 security safe
    拥有 owner;所有者 owner;界面 ui interface;窗口 window;面板 panel pane;对话框 dialog;按钮 button;菜单 menu
    工具栏 toolbar;标题 title;标题栏 title bar;状态栏 status bar;进度 progress;进度条 progress bar;图标 icon
    图片 image;图像 image;封面 cover;缩略图 thumbnail;视频 video;音频 audio;播放 play;播放器 player;屏幕 screen
    显示 display show;隐藏 hide;渲染 render;绘制 draw;布局 layout;样式 style;颜色 color;字体 font;动画 animation
    滚动 scroll;点击 click;拖动 drag;选择 select selection;选中 selected;光标 cursor;焦点 focus;失去焦点 blur
    键盘 keyboard;鼠标 mouse;快捷键 shortcut key binding;编辑 edit;编辑器 editor;视图 view;控制器 controller
    管理 manage;管理器 manager;后台 background;前台 foreground;当前 current;下一个 next;上一个 previous;第一个 first
    最后 last;全部 all;所有 all;剩余 remaining;额外 extra;临时 temporary temp;本地 local;远程 remote;全局 global
    内部 internal;外部 external;内置 builtin;原生 native;安卓 android;硬件 hardware;设备 device;驱动 driver
    内核 kernel;虚拟机 vm;容器 container;镜像 image;集群 cluster;命令 command;命令行 command line;脚本 script
    终端 terminal;控制台 console;依赖 dependency;依赖注入 dependency injection;注入 inject;绑定 bind binding
    上下文 context;生命周期 lifecycle;资源 resource;释放 release free;分配 allocate;回收 collect recycle
    垃圾回收 garbage collect gc;复用 reuse;池 pool;编号 number id;标识 identifier id;标识符 identifier;名称 name
    名字 name;描述 description;建议 suggestion;提示 hint prompt;消费 consume;购物车 cart;订单 order;支付 payment
    商品 product;邮件 mail email;电话 phone;翻译 translate;语言 language;国际化 i18n;区域 region locale;地区 region
    首页 home;主页 home;链接 link;网页 page web;浏览器 browser;爬虫 crawler spider;提取 extract;收集 collect
    分组 group;组 group;嵌套 nested;展开 expand;折叠 fold collapse;切换 toggle switch;启发式 heuristic;立即 immediate
    支持 support;避免 avoid;保留 keep preserve;已存在 exist;存在 exist;不存在 not found missing;找不到 not found
    未找到 not found;必须 required;缺少 missing;主线程 main thread;入口 entry main;出口 exit;服务发现 discovery
    命中 hit;一致性 consistency;表示 represent representation;表单 form;代表 represent;行为 behavior;进行;列出 list
    系列 series;关键 key;按键 key press;类似 similar;种类 kind;分类 category classify;位于;单位 unit;空间 space
    组合 combine;组织 organization;包含 contain include;包括 include;打包 package bundle;根据;边框 border;左边 left
    右边 right;上边 top;下边 bottom;只读 readonly;试图 attempt try;尝试 attempt try;地图 map;意图 intent;关系 relation
    相关 related;重要 important;可见 visible;可用 available;不可用 unavailable;选举 election;副本 replica
    快照 snapshot;分片 shard;分区 partition;负载 load payload;压力 pressure;窗格 pane;弹窗 popup dialog
"""
_ENGLISH = {
    chinese: english.split()
    for line in _DICTIONARY.strip().splitlines()
    for chinese, _, english in (pair.strip().partition(" ") for pair in line.split(";"))
}
_LONGEST = max(map(len, _ENGLISH))


def in_english(text: str) -> list[str]:
    """Return the English words for the Chinese ones of a text that are known, in their order, each once."""
    found: dict[str, None] = {}
    for run in _CHINESE.findall(text):
        at = 0
        while at < len(run):
            known = next((size for size in range(_LONGEST, 0, -1) if run[at : at + size] in _ENGLISH), 0)
            if known:
                found.update(dict.fromkeys(_ENGLISH[run[at : at + known]]))
            at += known or 1
    return list(found)
