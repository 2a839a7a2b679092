# Network.
terraform {
  required_version = ">= 1.0"
}

variable "region" {
  type    = string
  default = "eu-west-1"
}

provider "aws" {
  region = var.region
}

resource "aws_instance" "web" {
  ami = "abc"
  lifecycle {
    create_before_destroy = true
  }
}

data "aws_ami" "ubuntu" {}

module "vpc" {
  source = "./vpc"
}

locals {
  name = "x"
}

output "ip" {
  value = aws_instance.web.public_ip
}
